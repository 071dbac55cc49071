/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What nodes know of a table. Estimates are written every five minutes and count what is on disk
 * only; virtual tables can be read by roles that have been allowed to.
 *
 * @param partitions by {@code system.size_estimates}, of all nodes; empty where they have none yet
 * @param meanPartitionBytes by the same; empty where there is none yet
 * @param largestPartitionMebibytes by {@code system_views.max_partition_size}, of any node
 * @param diskMebibytes by {@code system_views.disk_usage}, of all nodes
 */
public record TableFacts(
    OptionalLong partitions,
    OptionalLong meanPartitionBytes,
    OptionalLong largestPartitionMebibytes,
    OptionalLong diskMebibytes) {
  private static final double MEBIBYTE = 1 << 20;
  private static final double UNEVEN = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * What all partitions take on the disks of one replica, about; empty where it is not known yet.
   */
  public OptionalLong bytes() {
    return partitions.isEmpty() || meanPartitionBytes.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(partitions.getAsLong() * meanPartitionBytes.getAsLong());
  }

  /** What a few large partitions may do to the estimate of all rows of a table. */
  Optional<String> warning() {
    if (meanPartitionBytes.isEmpty() || largestPartitionMebibytes.isEmpty()) {
      return Optional.empty();
    }
    double largest = MEBIBYTE * largestPartitionMebibytes.getAsLong();
    double mean = meanPartitionBytes.getAsLong();
    // Sizes are given in whole mebibytes, rounded up.
    return largest <= MEBIBYTE || largest < UNEVEN * mean
        ? Optional.empty()
        : Optional.of(
            "The largest partition is %s times the mean one: a sample of partitions may have missed many rows; --count counts them"
                .formatted(Texts.count(largest / Math.max(1, mean))));
  }

  /** Asks every node. */
  public static TableFacts read(CqlSession session, RelationMetadata table) {
    long partitions = 0;
    long bytes = 0;
    for (Row row :
        rows(session, table, "system.size_estimates", "mean_partition_size, partitions_count")) {
      partitions += row.getLong(1);
      bytes += row.getLong(0) * row.getLong(1);
    }
    List<Row> largest = rows(session, table, "system_views.max_partition_size", "mebibytes");
    List<Row> disk = rows(session, table, "system_views.disk_usage", "mebibytes");
    return new TableFacts(
        partitions == 0 ? OptionalLong.empty() : OptionalLong.of(partitions),
        partitions == 0 ? OptionalLong.empty() : OptionalLong.of(bytes / partitions),
        largest.stream().mapToLong(row -> row.getLong(0)).max(),
        disk.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(disk.stream().mapToLong(row -> row.getLong(0)).sum()));
  }

  private static List<Row> rows(
      CqlSession session, RelationMetadata table, String from, String columns) {
    List<Row> rows = new ArrayList<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      try {
        rows.addAll(
            session
                .execute(
                    SimpleStatement.newInstance(
                            "SELECT %s FROM %s WHERE keyspace_name = ? AND table_name = ?"
                                .formatted(columns, from),
                            table.getKeyspace().asInternal(),
                            table.getName().asInternal())
                        .setNode(node)
                        .setTimeout(TIMEOUT))
                .all());
      } catch (DriverException notReadable) {
        // These facts are shown beside what was looked at; nothing rests on them.
      }
    }
    return rows;
  }
}
