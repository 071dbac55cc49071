/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.cassandra.db;

import java.util.function.Function;
import java.util.function.Supplier;
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
      Maker maker) {
    Function<UnfilteredPartitionIterator, ReadResponse> ordinary =
        valid -> ReadResponse.createDataResponse(valid, command, repaired);
    return maker.respond(validated(rows), ordinary, () -> again(command, ordinary));
  }

  /** Cassandra's own response of rows that are read once more. */
  private static ReadResponse again(
      ReadCommand command, Function<UnfilteredPartitionIterator, ReadResponse> ordinary) {
    try (ReadExecutionController controller = command.executionController();
        UnfilteredPartitionIterator rows = command.executeLocally(controller)) {
      return ordinary.apply(validated(rows));
    }
  }

  private static UnfilteredPartitionIterator validated(UnfilteredPartitionIterator rows) {
    return RTBoundValidator.validate(rows, RTBoundValidator.Stage.PROCESSED, true);
  }

  /** As {@link LocalPageCommand#respond}. */
  interface Maker {
    ReadResponse respond(
        UnfilteredPartitionIterator rows,
        Function<UnfilteredPartitionIterator, ReadResponse> ordinary,
        Supplier<ReadResponse> again);
  }
}
