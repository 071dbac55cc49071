/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cql.compiler.script;

import org.cassandrastats.cql.catalogue.Catalogue;

/** Drops everything that the pack created, but not the keyspace. */
final class UninstallScript {
  private UninstallScript() {}

  static String text(Catalogue catalogue) {
    Script script = new Script();
    script
        .verbatim("SPDX-License-Identifier: Apache-2.0")
        .comment("cassandra-stats " + catalogue.version() + ": uninstall.")
        .blank()
        .statement("USE " + Script.KEYSPACE)
        .blank();
    catalogue.uninstallStatements("").forEach(statement -> script.statement(statement.cql()));
    return script.toString();
  }
}
