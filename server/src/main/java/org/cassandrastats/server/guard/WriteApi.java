/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.QueryOptions;
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
   * The operation, whose cells are validated when it is executed.
   *
   * @param refusals where a refused value is counted
   * @return the operation itself if it validates already, or if another one cannot take its place
   */
  Operation checked(Operation operation, RefusedWrites refusals);

  /**
   * Validates what a statement writes without executing an operation that is {@link #checked}.
   *
   * @throws org.apache.cassandra.serializers.MarshalException if a value is invalid
   * @throws org.apache.cassandra.exceptions.InvalidRequestException if it cannot be known
   */
  void checkOthers(ModificationStatement statement, QueryOptions options);
}
