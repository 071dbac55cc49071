/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.ChunkLoader;

/**
 * The same rows in Cassandra as one partition and as a whole table, and the chunks of both, without
 * and with digests.
 *
 * @param partitions of the whole table
 */
record EngineTables(StudyContext bench, int rows, int partitions) {
  /** The k of the digests, that of the question. */
  private static final int DIGEST = 100;

  /** How the rows are kept. */
  enum Layout {
    ROWS(""),
    CHUNKS("_chunks"),
    DIGESTS("_digests");

    private final String suffix;

    Layout(String suffix) {
      this.suffix = suffix;
    }

    private int digest() {
      return this == DIGESTS ? DIGEST : 0;
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
      ChunkLoader chunks = new ChunkLoader(bench.target(), bench.console(), layout.digest());
      for (Extent extent : Extent.values()) {
        chunks.load(table(extent) + layout.suffix, rows, partitions(extent), bench.column()::value);
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
    boolean ofChunks = layout != Layout.ROWS;
    return StudyContext.statement(
        "SELECT %s FROM %s%s%s"
            .formatted(
                aggregate.cql(ofChunks, bench.functions()),
                table(extent),
                layout.suffix,
                extent == Extent.PARTITION ? " WHERE sensor = 1" : ""),
        ofChunks ? ChunkLoader.PAGE_SIZE : StudyContext.PAGE_SIZE);
  }

  /** The result in the only row of an answer; a state may be null. */
  static Object result(SparkAggregate aggregate, Row row) {
    return aggregate == SparkAggregate.AVG ? row.getDouble(0) : row.getBytesUnsafe(0);
  }
}
