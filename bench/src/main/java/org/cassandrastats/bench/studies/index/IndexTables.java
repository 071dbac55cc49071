/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.index;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.bench.bulk.BulkLoad;
import org.cassandrastats.bench.measure.BatchWriter;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.bench.studies.layouts.Records;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;

/**
 * The same records in a table for each {@link IndexAccessPath}.
 *
 * @param more further columns of each record; null without
 */
record IndexTables(Target target, ExactColumn column, RecordKinds kinds, Records more) {
  private static final List<String> KEYS = List.of("record_group", "id", "kind");

  /** Of the further columns, those that make twenty together. */
  private static final int FIRST_OF_MORE = 4;

  // Below the size that Cassandra warns of (5 KiB). Where each partition has few records of a
  // batch, more of them have to be on their way.
  private static final int ROWS_PER_BATCH = 64;
  private static final int BATCHES_IN_FLIGHT = 64;
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /**
   * Makes a table with its index and fills it.
   *
   * @param suffix tells tables of different partitions
   * @param groupSize records of a partition, but for tables that are partitioned by kind
   * @param kind of the records, where there is a table for each
   * @throws UserError if an index cannot be made or a write fails
   */
  void load(IndexAccessPath way, String suffix, int groupSize, int kind, Console console) {
    String table = way.table(suffix, kind);
    List<String> names = new ArrayList<>(KEYS);
    String columns = "record_group bigint, id bigint, kind int, ";
    if (!way.hasKeysOnly()) {
      names.add("value");
      columns += "value double, ";
      if (more != null) {
        names.addAll(more.names(FIRST_OF_MORE));
        columns += more.definitions(FIRST_OF_MORE) + ", ";
      }
    }
    BenchKeyspace.createTable(target.session(), table, columns + way.key());
    if (!way.index().isEmpty()) {
      createIndex(way, table);
    }
    int[] ids =
        switch (way) {
          case OWN_TABLE -> kinds.idsOf(kind);
          // Records of a partition follow each other, so that they are written together.
          case PARTITION_KEY, BY_HAND -> kinds.idsByKind();
          case SCAN, SECONDARY, SAI -> IntStream.range(0, column.size()).toArray();
        };
    try (Progress progress = console.progress("Loading " + table, ids.length, "rows")) {
      if (target.management().stream().noneMatch(NodeManagement::isForked)) {
        write(way, table, names, ids, groupSize, progress);
        return;
      }
      try (BulkLoad load = new BulkLoad(target.management(), table, columns + way.key(), names)) {
        for (int i = 0; i < ids.length; i++) {
          load.add(row(names.size(), ids[i], groupSize));
          progress.reached(i + 1);
        }
        load.finish();
      }
    }
  }

  private void createIndex(IndexAccessPath way, String table) {
    try {
      target
          .session()
          .execute(
              SimpleStatement.newInstance(
                      "CREATE INDEX ON %s (kind) USING '%s'".formatted(table, way.index()))
                  .setTimeout(TIMEOUT));
    } catch (DriverException refused) {
      throw new UserError(
          "The index %s cannot be made, which needs Cassandra 5.0 or later: %s."
              .formatted(way.label(), refused.getMessage()),
          refused);
    }
  }

  /** The first values of a record. */
  private Object[] row(int count, int id, int groupSize) {
    List<Object> values = new ArrayList<>(count);
    Collections.addAll(values, (long) id / groupSize, (long) id, kinds.of(id));
    if (count > KEYS.size()) {
      values.add(column.value(id));
    }
    if (more != null && count > KEYS.size()) {
      more.addValues(FIRST_OF_MORE, id, values);
    }
    return values.toArray();
  }

  /** By the driver: the files of containers and of a cluster of the user's are out of reach. */
  private void write(
      IndexAccessPath way,
      String table,
      List<String> names,
      int[] ids,
      int groupSize,
      Progress progress) {
    PreparedStatement insert = target.session().prepare(BulkLoad.insert(table, names));
    BatchWriter writer =
        new BatchWriter(target, ConsistencyLevel.ALL, ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
    for (int i = 0; i < ids.length; i++) {
      Object[] row = row(names.size(), ids[i], groupSize);
      writer.add(row[way.isByKind() ? 2 : 0], insert.bind(row));
      progress.reached(i + 1);
    }
    writer.finish();
  }
}
