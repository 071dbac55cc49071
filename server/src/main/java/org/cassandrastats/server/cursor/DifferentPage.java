/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import org.apache.cassandra.db.ReadCommand;

/** What was read from SSTables is not what Cassandra itself reads from them. */
public final class DifferentPage extends RuntimeException {
  private static final long serialVersionUID = 1;

  DifferentPage(ReadCommand command, String difference) {
    super("the cursor and Cassandra differ: " + difference + ", in " + command.toCQLString());
  }
}
