/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.List;
import org.cassandrastats.catalogue.Statement;

/**
 * The pack on the shared node, with a keyspace for the tables of the test class. In the native lane
 * the server jar offers it; in the others it is installed by the statements of {@code install.cql}.
 *
 * @param db the keyspace of the test class
 */
public record InstalledPack(Scratch db) {
  /** The keyspace of the pack. */
  public static final String KEYSPACE = "stats";

  /** Runs statements one after the other. */
  public static void run(CqlSession session, List<Statement> statements) {
    for (Statement statement : statements) {
      session.execute(statement.cql());
    }
  }
}
