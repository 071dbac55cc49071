/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cql.compiler.script;

import org.cassandrastats.cql.catalogue.Catalogue;

/** Grants a role what it needs to call the functions, and no more. */
final class GrantsScript {
  private GrantsScript() {}

  static String text(Catalogue catalogue) {
    return new Script()
        .verbatim("SPDX-License-Identifier: Apache-2.0")
        .comment("cassandra-stats " + catalogue.version() + ": least privilege for a role.")
        .blank()
        .statement(
            "GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE " + Script.KEYSPACE + " TO stats_user")
        .toString();
  }
}
