/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.cql.catalogue.Statement;

/**
 * The pack on the shared node, with a keyspace for the tables of the test class. In the native lane
 * the server jar offers it; in the others it is installed by the statements of {@code install.cql}.
 *
 * @param db the keyspace of the test class
 */
public record InstalledPack(Scratch db) {
  /** The keyspace of the pack. */
  public static final String KEYSPACE = "stats";

  static void install(LiveNode node) {
    if (Lane.current() == Lane.NATIVE) {
      return;
    }
    node.session()
        .execute(
            "CREATE KEYSPACE "
                + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    // By the driver: cqlsh reads the schema again after each of them, which takes half a minute.
    for (Statement statement : Catalogue.load().installStatements(KEYSPACE)) {
      node.session().execute(statement.cql());
    }
  }
}
