/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.cassandra.db;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.transform.RTBoundValidator;

/** What Cassandra does before it makes a response, for responses that are made elsewhere. */
final class LocalResponse {
  private LocalResponse() {}

  /** Digests, transient reads and those that compare repaired data are Cassandra's own. */
  static boolean isPossible(ReadCommand command, RepairedDataInfo repaired) {
    return !command.isDigestQuery()
        && !command.acceptsTransient()
        && repaired == RepairedDataInfo.NO_OP_REPAIRED_DATA_INFO;
  }

  static ReadResponse of(
      ReadCommand command,
      UnfilteredPartitionIterator rows,
      RepairedDataInfo repaired,
      BiFunction<
              UnfilteredPartitionIterator,
              Function<UnfilteredPartitionIterator, ReadResponse>,
              ReadResponse>
          maker) {
    return maker.apply(
        RTBoundValidator.validate(rows, RTBoundValidator.Stage.PROCESSED, true),
        valid -> ReadResponse.createDataResponse(valid, command, repaired));
  }
}
