/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.cassandrastats.server.metric.RefusedWrites;

/** How statements write in a version of Cassandra. */
interface WriteApi {
  /**
   * What this Cassandra does to rows and nobody here knows of. Empty, unless it is another one than
   * this was built for.
   *
   * @throws LinkageError if even the making of a row is different
   */
  List<String> unknownMethods();

  /** What a statement writes that is neither one write nor a batch of them; empty if nothing. */
  List<ModificationStatement> writesOf(CQLStatement statement);

  /**
   * The operation, which validates what it writes when it is executed. It computes no value before.
   *
   * @param refusals where a refused value is counted
   * @return the operation itself if it validates already, or stores nothing of its value
   */
  Operation checked(Operation operation, RefusedWrites refusals);

  /**
   * Has a statement validate also what it writes by other means than its operations.
   *
   * @param refusals where a refused value is counted
   */
  void watchOthers(ModificationStatement statement, RefusedWrites refusals);
}
