/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.FBUtilities;

/** The replicas that this node has. */
final class LocalReplicas {
  private LocalReplicas() {}

  /** Whether one is of the partition of a command. */
  static boolean have(SinglePartitionReadCommand command) {
    return have(command.metadata().keyspace, command.partitionKey().getToken());
  }

  private static boolean have(String keyspace, Token token) {
    return Keyspace.open(keyspace)
        .getReplicationStrategy()
        .getNaturalReplicasForToken(token)
        .endpoints()
        .contains(FBUtilities.getBroadcastAddressAndPort());
  }

  /** Whether all rows of all partitions that a command reads are among them. */
  static boolean haveAllRows(PartitionRangeReadCommand command) {
    DataRange range = command.dataRange();
    return (range.selectsAllPartition() || command.metadata().clusteringColumns().isEmpty())
        && !range.isReversed()
        && command.rowFilter().isEmpty()
        && command.indexQueryPlan() == null
        && isOfTokens(range.keyRange())
        && haveAll(command.metadata().keyspace, range.keyRange());
  }

  private static boolean isOfTokens(AbstractBounds<PartitionPosition> range) {
    return range.left instanceof Token.KeyBound && range.right instanceof Token.KeyBound;
  }

  /** Asks for each part of the range that the tokens of the ring cut off. */
  private static boolean haveAll(String keyspace, AbstractBounds<PartitionPosition> range) {
    Token last = range.right.getToken();
    for (Token token : StorageService.instance.getTokenMetadata().sortedTokens()) {
      boolean ends =
          range.left.compareTo(token.maxKeyBound()) < 0
              && (last.isMinimum() || token.compareTo(last) < 0);
      if (ends && !have(keyspace, token)) {
        return false;
      }
    }
    return have(keyspace, last);
  }
}
