/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.cassandrastats.spark.request.PlannedTable;

/** What is read of a table for a query of Spark. */
final class StatsScan implements Scan, Batch {
  /** Tasks for each that runs at a time: one that is slow leaves others to the rest. */
  private static final int FOR_EACH = 3;

  private final RelationMetadata table;
  private final SourceOptions options;
  private final KeyConditions conditions;
  private final StructType schema;
  private final PushedQuery aggregates;
  private final RowQuery rows;
  private final String remark;

  /**
   * A scan.
   *
   * @param schema of its rows
   * @param aggregates null where rows are read
   * @param rows null where aggregates are
   * @param remark why rows are read; null where there is nothing to say
   */
  StatsScan(
      RelationMetadata table,
      SourceOptions options,
      KeyConditions conditions,
      StructType schema,
      PushedQuery aggregates,
      RowQuery rows,
      String remark) {
    this.table = table;
    this.options = options;
    this.conditions = conditions;
    this.schema = schema;
    this.aggregates = aggregates;
    this.rows = rows;
    this.remark = remark;
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  /** For {@code EXPLAIN}: what Cassandra answers, and what it does not. */
  @Override
  public String description() {
    StringBuilder text = new StringBuilder("cassandra-stats ");
    if (aggregates == null) {
      String where = conditions.shown().where();
      text.append("reads rows: ")
          .append(rows.select())
          .append(where.isEmpty() ? "" : " WHERE " + where)
          .append(conditions.tail());
    } else {
      text.append(
              aggregates.perRange() ? "asks each range: " : "asks all ranges, merged by one task: ")
          .append(aggregates.statement(conditions.shown()));
    }
    if (remark != null) {
      text.append("; ").append(remark);
    }
    return text.toString();
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    if (aggregates != null && !aggregates.perRange()) {
      return new InputPartition[] {new Piece(0, List.of(), conditions, List.of())};
    }
    int splits = options.splits(FOR_EACH * SparkContext.getOrCreate().defaultParallelism());
    try (SessionPool.Lease lease = SessionPool.shared().lease(options)) {
      List<Piece> pieces =
          new ArrayList<>(
              PiecePlanner.plan(lease.session(), table.getKeyspace(), conditions, splits));
      return pieces.toArray(InputPartition[]::new);
    }
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ReaderFactory(options, PlannedTable.of(table), aggregates, rows);
  }

  @Override
  public String toString() {
    return description();
  }
}
