/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import org.cassandrastats.bench.run.BatchWriter;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;

/**
 * The same records in a table for each {@link Way}.
 *
 * @param groupSize records of a partition, but for the table that is partitioned by kind
 */
record IndexTables(Target target, ExactColumn column, RecordKinds kinds, int groupSize) {
  private static final int SHOWN = 1000;
  // Below the size that Cassandra warns of (5 KiB). Where each partition has few records of a
  // batch, more of them have to be on their way.
  private static final int ROWS_PER_BATCH = 64;
  private static final int BATCHES_IN_FLIGHT = 64;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /**
   * Makes tables and indexes, and fills them.
   *
   * @throws UserError if an index cannot be made or a write fails
   */
  void load(Console console) {
    for (Way way : Way.values()) {
      BenchKeyspace.createTable(target.session(), way.table(), way.columns());
      if (!way.index().isEmpty()) {
        createIndex(way);
      }
    }
    int ways = Way.values().length;
    try (Progress progress =
        console.progress("Loading " + target.lane(), (long) ways * column.size(), "rows")) {
      long loaded = 0;
      for (Way way : Way.values()) {
        fill(way, progress, loaded);
        loaded += column.size();
      }
    }
    target.settle();
  }

  private void createIndex(Way way) {
    try {
      target
          .session()
          .execute(
              SimpleStatement.newInstance(
                      "CREATE INDEX ON %s (kind) USING '%s'".formatted(way.table(), way.index()))
                  .setTimeout(TIMEOUT));
    } catch (DriverException refused) {
      throw new UserError(
          "The index %s cannot be made, which needs Cassandra 5.0 or later: %s. Nothing was loaded."
              .formatted(way.label(), refused.getMessage()),
          refused);
    }
  }

  private void fill(Way way, Progress progress, long before) {
    PreparedStatement insert =
        target
            .session()
            .prepare(
                "INSERT INTO %s (record_group, id, kind, value) VALUES (?, ?, ?, ?)"
                    .formatted(way.table()));
    BatchWriter writer =
        new BatchWriter(target, ConsistencyLevel.ALL, ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
    long loaded = before;
    // Records of a partition follow each other, so that they are written together.
    int passes = way == Way.PARTITION_KEY ? kinds.largest() : 1;
    for (int pass = 1; pass <= passes; pass++) {
      for (int id = 0; id < column.size(); id++) {
        if (way == Way.PARTITION_KEY && kinds.of(id) != pass) {
          continue;
        }
        long group = id / groupSize;
        writer.add(
            way == Way.PARTITION_KEY ? pass : group,
            insert.bind(group, (long) id, kinds.of(id), column.value(id)));
        loaded++;
        if (loaded % SHOWN == 0) {
          progress.reached(loaded);
        }
      }
    }
    writer.finish();
    progress.reached(loaded);
  }

  /** How records of one kind are found. */
  enum Way {
    /** Every record is read, and most are left out. */
    SCAN("full scan", "ALLOW FILTERING", "records", ""),
    /** The index that Cassandra has had since 0.7: a hidden table on each node. */
    SECONDARY("secondary index", "secondary index", "records_secondary", "legacy_local_table"),
    /** A storage-attached index, since 5.0. */
    SAI("SAI", "storage-attached index", "records_sai", "sai"),
    /** The table is partitioned by kind. */
    PARTITION_KEY("partition key", "partition key", "records_by_kind", "");

    private final String shortName;
    private final String label;
    private final String table;
    private final String index;

    Way(String shortName, String label, String table, String index) {
      this.shortName = shortName;
      this.label = label;
      this.table = BenchKeyspace.table(table);
      this.index = index;
    }

    /** The full name of the table. */
    String table() {
      return table;
    }

    /** What CQL calls the index; empty where there is none. */
    String index() {
      return index;
    }

    /** Columns and primary key. */
    String columns() {
      return "record_group bigint, id bigint, kind int, value double, PRIMARY KEY "
          + (this == PARTITION_KEY ? "(kind, id)" : "(record_group, id)");
    }

    /** The query for what is selected of the records of a kind. */
    String cql(String selected, int kind) {
      return "SELECT %s FROM %s WHERE kind = %d%s"
          .formatted(selected, table, kind, this == SCAN ? " ALLOW FILTERING" : "");
    }

    String label() {
      return label;
    }

    @Override
    public String toString() {
      return shortName;
    }
  }
}
