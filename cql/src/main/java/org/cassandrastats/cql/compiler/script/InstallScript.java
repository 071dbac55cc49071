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
    script
        .verbatim("SPDX-License-Identifier: Apache-2.0")
        .comment(
            "cassandra-stats "
                + catalogue.version()
                + ": "
                + (family == null ? "all families" : "family " + family)
                + ".")
        .comment("")
        .comment("Run it with: cqlsh -f " + (family == null ? "install" : family) + ".cql")
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
