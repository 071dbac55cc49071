/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;

/**
 * The servers of a table, which are asked how they group its rows.
 *
 * @param partitions that are named; empty for the whole table
 * @param inside conditions that all rows inside partitions have
 */
record TableServers(
    RelationMetadata table,
    Requests requests,
    Optional<PartitionKeys> partitions,
    List<Condition> inside)
    implements GroupingResolver.Servers {
  /** Some partitions may have no rows. */
  private static final int FEW = 3;

  /** GROUP BY takes as long for so many rows as another request. */
  private static final int MANY = 2000;

  /** A statement that groups the rows of no token is executed. */
  @Override
  public Optional<String> refusal(String groupBy) throws InterruptedException {
    String token = "token(" + Names.cql(table.getPartitionKey()) + ")";
    return requests.refusal(
        "SELECT count(*) FROM %s WHERE %s > 0 AND %s < 0%s"
            .formatted(Names.cql(table), token, token, groupBy));
  }

  /** Of the first rows, all are in two buckets: the first of these may be cut by a limit. */
  @Override
  public boolean haveWide(BucketFunction buckets) throws InterruptedException {
    PartitionKeys keys = partitions.orElseThrow();
    List<List<ByteBuffer>> first = List.of();
    for (int i = 0; i < Math.min(FEW, keys.size()) && first.isEmpty(); i++) {
      List<Condition> conditions = new ArrayList<>(keys.conditions(i));
      conditions.addAll(inside);
      first = first(buckets, conditions);
    }
    return first.size() == MANY
        && first.stream().map(row -> buckets.ofRow(row.get(0))).distinct().count() <= 2;
  }

  private List<List<ByteBuffer>> first(BucketFunction buckets, List<Condition> conditions)
      throws InterruptedException {
    try {
      return requests.retried(
          "SELECT %s FROM %s".formatted(buckets.time(), Names.cql(table)),
          conditions,
          " LIMIT " + MANY);
    } catch (StatsException failed) {
      if (Failures.isTooMuch(failed.getCause())) {
        return List.of();
      }
      throw failed;
    }
  }
}
