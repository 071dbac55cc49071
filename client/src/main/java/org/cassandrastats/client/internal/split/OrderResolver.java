/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.Select;

/**
 * Whether a statement reads partitions in the order in which they are stored, or backwards.
 *
 * @param table which is read
 * @param select the statement
 */
record OrderResolver(RelationMetadata table, Select select) {
  /**
   * Whether the result is ordered by its own columns, as Cassandra orders none.
   *
   * @param partitions that are named; empty for the whole table
   */
  boolean isOfResult(Optional<PartitionKeys> partitions) {
    List<ColumnMetadata> clustering = new ArrayList<>(table.getClusteringColumns().keySet());
    List<Select.Ordering> orderBy = select.result().orderBy();
    boolean isOfRows =
        partitions.isPresent()
            && orderBy.stream()
                .allMatch(one -> clustering.stream().anyMatch(column -> isOf(one, column)));
    return !orderBy.isEmpty()
        && !isOfRows
        && orderBy.stream()
            .allMatch(
                one ->
                    select.selectors().stream()
                        .anyMatch(selector -> selector.name().equals(one.column())));
  }

  /**
   * Whether partitions are read backwards.
   *
   * @param fixed how many leading clustering columns have one value
   * @throws StatsException if no partition is named, or rows are not stored in the order or its
   *     opposite
   */
  boolean isReversed(Optional<PartitionKeys> partitions, int fixed) {
    List<Select.Ordering> orderBy = select.result().orderBy();
    if (orderBy.isEmpty() || isOfResult(partitions)) {
      return false;
    }
    if (partitions.isEmpty()) {
      throw new StatsException(
          "ORDER BY orders the rows of partitions: expected the partition key (%s) with = or IN, or names of columns of the result."
              .formatted(Names.cql(table.getPartitionKey())));
    }
    List<ColumnMetadata> clustering = new ArrayList<>(table.getClusteringColumns().keySet());
    boolean reversed = false;
    int next = 0;
    for (int i = 0; i < orderBy.size(); i++) {
      Select.Ordering ordering = orderBy.get(i);
      while (next < fixed && !isOf(ordering, clustering.get(next))) {
        next++;
      }
      if (next >= clustering.size() || !isOf(ordering, clustering.get(next))) {
        throw refused(clustering);
      }
      boolean stored =
          table.getClusteringColumns().get(clustering.get(next)) == ClusteringOrder.DESC;
      boolean against = stored != ordering.descending();
      if (i > 0 && against != reversed) {
        throw refused(clustering);
      }
      reversed = against;
      next++;
    }
    return reversed && fixed < clustering.size();
  }

  private static boolean isOf(Select.Ordering ordering, ColumnMetadata column) {
    return column.getName().asInternal().equals(ordering.column());
  }

  private StatsException refused(List<ColumnMetadata> clustering) {
    return new StatsException(
        "ORDER BY %s: expected the clustering columns (%s) in their order, all as they are stored or all the other way round, or names of columns of the result."
            .formatted(
                String.join(
                    ", ",
                    select.result().orderBy().stream()
                        .map(ordering -> ordering.column() + (ordering.descending() ? " DESC" : ""))
                        .toList()),
                Names.cql(clustering)));
  }
}
