/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.ChunkLoader;
import org.cassandrastats.uda.chunk.ChunkCodec;

/**
 * The same rows in Cassandra as one partition and as a whole table, and the chunks of both, without
 * and with digests.
 *
 * @param partitions of the whole table
 */
record EngineTables(StudyContext bench, int rows, int partitions) {
  /** The k of the digests, that of the question. */
  private static final int DIGEST = 100;

  private static final String POINTS = "points";

  /** The condition of the rows of the only partition, and of their chunks. */
  static final String ONE_PARTITION = " WHERE sensor = 1";

  /** How the rows are kept. */
  enum Layout {
    ROWS("", 0, 0),
    CHUNKS("_chunks", 0, ChunkCodec.MAXIMUM_COUNT),
    DIGESTS("_digests", DIGEST, ChunkCodec.MAXIMUM_COUNT),
    HOURS("_hours", 0, Asked.ROWS_OF_AN_HOUR),
    HOURS_WITH_DIGESTS("_hours_digests", DIGEST, Asked.ROWS_OF_AN_HOUR);

    private final String suffix;
    private final int digest;
    private final int points;

    Layout(String suffix, int digest, int points) {
      this.suffix = suffix;
      this.digest = digest;
      this.points = points;
    }

    /** Whether its chunks are as large as can be; those of hours are made of a partition alone. */
    private boolean isOf(Extent extent) {
      return points == ChunkCodec.MAXIMUM_COUNT || extent == Extent.PARTITION;
    }
  }

  /** The table of the rows. */
  static String table(Extent extent) {
    return extent == Extent.PARTITION ? BenchKeyspace.TABLE : BenchKeyspace.SPLIT;
  }

  /** The number of its partitions. */
  int partitions(Extent extent) {
    return extent == Extent.PARTITION ? 1 : partitions;
  }

  /** Makes chunks of all rows, and writes them to disk. */
  void loadChunks(Layout... layouts) {
    for (Layout layout : layouts) {
      ChunkLoader chunks =
          new ChunkLoader(bench.target(), bench.console(), layout.digest, layout.points);
      for (Extent extent : Extent.values()) {
        if (layout.isOf(extent)) {
          chunks.load(
              table(extent) + layout.suffix, rows, partitions(extent), bench.column()::value);
        }
      }
    }
    bench.target().flushAndCompact();
  }

  /** What the rows or their chunks take on the disk of the first node. */
  double bytes(Extent extent, Layout layout) {
    return bench.management().files().bytes(table(extent) + layout.suffix);
  }

  /** Asks for an aggregate over the rows or over their chunks. */
  static SimpleStatement statement(
      StudyContext bench, SparkAggregate aggregate, Extent extent, Layout layout) {
    return statement(
        layout,
        extent,
        layout == Layout.ROWS
            ? aggregate.ofRows(bench.functions())
            : aggregate.ofChunks(bench.functions(), POINTS),
        extent == Extent.PARTITION ? ONE_PARTITION : "");
  }

  /** The same of some rows of the partition. */
  SimpleStatement statement(SparkAggregate aggregate, Asked asked, Layout layout) {
    if (asked.isAll()) {
      return statement(bench, aggregate, asked.extent(), layout);
    }
    if (layout == Layout.ROWS) {
      return statement(
          layout, asked.extent(), aggregate.ofRows(bench.functions()), asked.where(rows));
    }
    long from = asked.from(rows);
    long to = asked.to(rows);
    String first = ONE_PARTITION + " AND since > %d AND since < %d";
    return asked == Asked.MONTH
        ? statement(
            layout,
            asked.extent(),
            aggregate.ofEachChunk(bench.functions(), POINTS),
            first.formatted(from - 1, to))
        : statement(
            layout,
            asked.extent(),
            aggregate.ofChunks(
                bench.functions(),
                "%s.chunk_slice(%s, (bigint) %d, (bigint) %d)"
                    .formatted(bench.functions(), POINTS, from, to)),
            first.formatted(from - layout.points, to));
  }

  private static SimpleStatement statement(
      Layout layout, Extent extent, String selected, String where) {
    return StudyContext.statement(
        "SELECT %s FROM %s%s%s".formatted(selected, table(extent), layout.suffix, where),
        layout == Layout.ROWS ? StudyContext.PAGE_SIZE : ChunkLoader.PAGE_SIZE);
  }

  /** The result in a row of an answer; a state may be null. */
  static Object result(SparkAggregate aggregate, Row row) {
    return aggregate == SparkAggregate.AVG ? row.getDouble(0) : row.getBytesUnsafe(0);
  }
}
