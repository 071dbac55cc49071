/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cql.compiler.script;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.cassandrastats.cql.catalogue.Aggregate;
import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.cql.catalogue.Function;
import org.cassandrastats.cql.catalogue.UserType;

/** Creates the keyspace and everything in it. */
final class InstallScript {
  private InstallScript() {}

  /** The script for one family, or for all if that is null. */
  static String text(Catalogue catalogue, String family) {
    Script script = new Script();
    String file = (family == null ? "install" : family) + ".cql";
    script
        .header(
            (family == null ? "all families" : "the family " + family)
                + ", version "
                + catalogue.version())
        .comment(
            "Creates the keyspace stats and in it types, functions and aggregates, and nothing"
                + " else. To use another keyspace or replication, change the one line below; an"
                + " existing keyspace is used as it is.",
            "")
        .verbatim("  cqlsh HOST -f " + file)
        .comment(
            "",
            "It can be run again, and running a newer version is the upgrade: everything is"
                + " replaced in place. Aggregates are replaced too, because an existing aggregate"
                + " would go on with the old body of its functions until the node restarts.",
            "",
            "It needs 'user_defined_functions_enabled: true' in cassandra.yaml on every node, and a"
                + " role with CREATE on all keyspaces or on this one. allow_insecure_udfs is not"
                + " needed. Where functions are disabled, the first CREATE FUNCTION fails with an"
                + " error that names the setting, and so does everything after it: cqlsh goes on"
                + " after an error. Its exit code is 0 only if every statement succeeded, and 2"
                + " otherwise; after 2, put right what the first error says and run the script"
                + " again.",
            "",
            "The bodies are Java made from the sources that each comment names; they load no class"
                + " outside java.lang, java.math, java.util and java.nio.ByteBuffer.")
        .blank();
    script.statement(
        "CREATE KEYSPACE IF NOT EXISTS "
            + Script.KEYSPACE
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE "
            + Script.KEYSPACE);
    for (UserType type : catalogue.types()) {
      if (family == null || isUsed(catalogue, family, type)) {
        script.blank().comment(type.description()).statement(type.createStatement(""));
      }
    }
    Set<String> done = new HashSet<>();
    for (Function function : catalogue.functions()) {
      if (family == null || function.family().equals(family)) {
        script
            .blank()
            .comment(function.description())
            .comment("Source: " + function.source())
            .statement(function.createStatement(""));
        for (Aggregate aggregate : aggregates(catalogue, function)) {
          script.blank();
          if (done.add(aggregate.name())) {
            script.comment(aggregate.description());
          }
          script.statement(aggregate.createStatement(""));
        }
      }
    }
    return script.toString();
  }

  private static List<Aggregate> aggregates(Catalogue catalogue, Function state) {
    List<String> arguments =
        state.parameters().stream().skip(1).map(parameter -> parameter.type()).toList();
    return catalogue.aggregates().stream()
        .filter(aggregate -> aggregate.stateFunction().equals(state.name()))
        .filter(aggregate -> aggregate.arguments().equals(arguments))
        .toList();
  }

  private static boolean isUsed(Catalogue catalogue, String family, UserType type) {
    return catalogue.functions().stream()
        .anyMatch(
            function -> function.family().equals(family) && function.returns().equals(type.name()));
  }
}
