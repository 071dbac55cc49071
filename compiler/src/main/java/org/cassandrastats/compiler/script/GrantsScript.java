/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import org.cassandrastats.catalogue.Catalogue;

/** Grants a role what it needs to call the functions, and no more. */
final class GrantsScript {
  private GrantsScript() {}

  static String text(Catalogue catalogue) {
    return new Script()
        .header("the least that a role needs to call the functions, " + catalogue.version())
        .comment(
            "EXECUTE on the functions of one keyspace lets a role call them, aggregates included,"
                + " and nothing else: it can neither replace nor drop them, nor read a table for"
                + " which it has no SELECT. Functions that a later version adds are covered.",
            "",
            "The keyspace and the role stand in the one line below. It can be run again. It needs"
                + " an authorizer (authorizer: CassandraAuthorizer in cassandra.yaml) and the right"
                + " to AUTHORIZE; otherwise cqlsh prints the error and ends with exit code 2.",
            "To take it back, write REVOKE for GRANT and FROM for TO.")
        .blank()
        .statement(
            "GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE " + Script.KEYSPACE + " TO stats_user")
        .toString();
  }
}
