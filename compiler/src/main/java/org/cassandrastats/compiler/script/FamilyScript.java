/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.LinkedHashMap;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;

/** Creates what a family consists of, in whatever keyspace is in use. */
final class FamilyScript {
  private FamilyScript() {}

  /**
   * The script.
   *
   * @param catalogue of this family only
   */
  static String text(Catalogue catalogue, String family) {
    Script script = new Script();
    script
        .header("the family " + family + ", version " + catalogue.version())
        .comment(
            "Creates types, functions and aggregates in the keyspace in use, and nothing else. It"
                + " needs no other family. install.cql runs it with all others; alone, it is loaded"
                + " into a keyspace that exists:",
            "")
        .verbatim("  cqlsh HOST -k stats -f cql/" + family + ".cql")
        .comment(
            "",
            "It can be run again, and running a newer version is the upgrade: everything is"
                + " replaced in place. Aggregates are replaced too, because an existing aggregate"
                + " would go on with the old body of its functions until the node restarts.",
            "",
            "It needs 'user_defined_functions_enabled: true' in cassandra.yaml on every node, and a"
                + " role with CREATE on the keyspace. allow_insecure_udfs is not needed. Where"
                + " functions are disabled, the first CREATE FUNCTION fails with an error that names"
                + " the setting, and so does everything after it: cqlsh goes on after an error. Its"
                + " exit code is 0 only if every statement succeeded, 1 if there is no such"
                + " keyspace, and 2 otherwise; after 2, put right what the first error says and run"
                + " the script again. (Through install.cql, the exit code says nothing of this"
                + " script.)",
            "",
            "The bodies are Java; the second line of each names the source that it is made from, and"
                + " docs/reference.md says more of each function. They load no class outside java.lang,"
                + " java.math, java.util and java.nio.ByteBuffer.");
    catalogue
        .types()
        .forEach(
            type -> script.blank().comment(type.description()).statement(type.createStatement("")));
    catalogue
        .functions()
        .forEach(function -> script.blank().statement(function.createStatement("")));
    catalogue.aggregates().stream()
        .collect(groupingBy(Aggregate::name, LinkedHashMap::new, toList()))
        .values()
        .forEach(
            overloads -> {
              script.blank().comment(overloads.get(0).description());
              overloads.forEach(overload -> script.statement(overload.createStatement("")));
            });
    return script.toString();
  }
}
