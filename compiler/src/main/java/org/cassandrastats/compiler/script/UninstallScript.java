/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import org.cassandrastats.catalogue.Catalogue;

/** Drops everything that the pack created, but not the keyspace. */
final class UninstallScript {
  private UninstallScript() {}

  static String text(Catalogue catalogue) {
    Script script =
        new Script()
            .header("uninstall version " + catalogue.version())
            .comment(
                "Drops the aggregates, then the functions, then the types of this version, and only"
                    + " those. It can be run again. To work in another keyspace, change the line"
                    + " with USE.",
                "",
                "First drop aggregates of your own that use these functions, and after an upgrade"
                    + " let install --prune drop what only older versions had: Cassandra drops a"
                    + " function that has been replaced even while an aggregate uses it, and a node"
                    + " with such an aggregate does not start again. Only bin/cassandra-stats"
                    + " uninstall looks for them. They are among:",
                "")
            .verbatim(
                "  SELECT aggregate_name, argument_types, state_func, final_func",
                "    FROM system_schema.aggregates WHERE keyspace_name = 'stats';")
            .comment(
                "",
                "States that tables hold stay what they are: blobs that a later installation reads."
                    + " A type that a table of yours uses is kept, with an error that names the"
                    + " table, and cqlsh ends with exit code 2.",
                "",
                "The keyspace is kept, because it may hold tables or functions of yours. If it holds"
                    + " nothing else, drop it with:")
            .verbatim("  DROP KEYSPACE stats;")
            .blank()
            .statement("USE " + Script.KEYSPACE)
            .blank();
    catalogue.uninstallStatements("").forEach(statement -> script.statement(statement.cql()));
    return script.toString();
  }
}
