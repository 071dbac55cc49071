/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.uda.chunk.ChunkDistribution;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Series that a node keeps twice, as rows and as chunks of an application: both come to the same,
 * bit for bit.
 */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChunkIT {
  private static final long SEED = 20261122;

  private static final int POINTS = 500;

  /** Of the series that is too long for a chunk. */
  private static final int TOO_MANY = 8193;

  private static final int PARTS = 4;

  private final InstalledPack pack;

  ChunkIT(InstalledPack pack) {
    this.pack = pack;
  }

  /** What the values are; each is an encoding of its own. */
  enum Kind {
    SENSOR("decimal"),
    CATEGORIES("dictionary"),
    WALK("bits"),
    ANY_BITS("raw");

    private final String encoding;

    Kind(String encoding) {
      this.encoding = encoding;
    }

    double[] valuesOfPoints() {
      Random random = new Random(SEED);
      double[] values = new double[POINTS];
      double level = 20;
      for (int i = 0; i < POINTS; i++) {
        level += random.nextGaussian();
        values[i] =
            switch (this) {
              case SENSOR -> i % 97 == 5 ? Double.NaN : Math.rint(level * 100) / 100;
              case CATEGORIES -> i % 5 == 0 ? -0.0 : Math.sqrt(random.nextInt(2, 9));
              case WALK -> level;
              case ANY_BITS -> Double.longBitsToDouble(random.nextLong());
            };
      }
      return values;
    }

    /** Of all 64 bits; no two rows have the same one. */
    long[] times() {
      return new Random(SEED).longs().distinct().limit(POINTS).sorted().toArray();
    }
  }

  @BeforeAll
  void fill() {
    pack.db()
        .run(
            "CREATE TABLE %s.rows (series text, ts bigint, value double, PRIMARY KEY (series, ts))",
            "CREATE TABLE %s.chunks (series text, part int, points blob, PRIMARY KEY (series, part))");
    for (Kind kind : Kind.values()) {
      long[] times = kind.times();
      double[] values = kind.valuesOfPoints();
      insertRows(kind.name(), times, values);
      for (int part = 0; part < PARTS; part++) {
        int from = POINTS * part / PARTS;
        int to = POINTS * (part + 1) / PARTS;
        pack.db()
            .rows(
                "INSERT INTO %s.chunks (series, part, points) VALUES (?, ?, ?)",
                kind.name(),
                part,
                ChunkCodec.encode(
                    Arrays.copyOfRange(times, from, to), Arrays.copyOfRange(values, from, to)));
      }
    }
    insertRows("too long", LongStream.range(0, TOO_MANY).toArray(), new double[TOO_MANY]);
  }

  private void insertRows(String series, long[] times, double[] values) {
    PreparedStatement insert =
        pack.db()
            .session()
            .prepare(pack.db().in("INSERT INTO %s.rows (series, ts, value) VALUES (?, ?, ?)"));
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    for (int i = 0; i < times.length; i++) {
      batch.addStatement(insert.bind(series, times[i], values[i]));
      if (batch.getStatementsCount() == 100 || i == times.length - 1) {
        pack.db().session().execute(batch.build());
        batch.clearStatements();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_make_of_rows_the_bytes_that_an_application_makes(Kind kind) {
    ByteBuffer expected = ChunkCodec.encode(kind.times(), kind.valuesOfPoints());

    Row row =
        pack.db()
            .row(
                "SELECT stats.chunk(ts, value) AS chunk, stats.chunk_text(stats.chunk(ts, value))"
                    + " AS text FROM %s.rows WHERE series = ?",
                kind.name());

    assertThat(row.getByteBuffer("chunk")).as("seed %d", SEED).isEqualTo(expected);
    assertThat(row.getString("text")).contains(" encoding=" + kind.encoding + " ");
  }

  @ParameterizedTest
  @EnumSource
  void should_give_back_stored_points_bit_for_bit(Kind kind) {
    Row row =
        pack.db()
            .row(
                "SELECT stats.chunk_merge(points) AS chunk,"
                    + " stats.chunk_times(stats.chunk_merge(points)) AS times,"
                    + " stats.chunk_values(stats.chunk_merge(points)) AS values"
                    + " FROM %s.chunks WHERE series = ?",
                kind.name());

    ByteBuffer chunk = row.getByteBuffer("chunk");
    assertThat(ChunkCodec.times(chunk)).as("seed %d", SEED).isEqualTo(kind.times());
    assertThat(bits(ChunkCodec.values(chunk)))
        .as("seed %d", SEED)
        .isEqualTo(bits(kind.valuesOfPoints()));
    assertThat(row.getList("times", Long.class))
        .isEqualTo(LongStream.of(kind.times()).boxed().toList());
    assertThat(bits(row.getList("values", Double.class))).isEqualTo(bits(kind.valuesOfPoints()));
  }

  private static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static long[] bits(List<Double> values) {
    return bits(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANY_BITS")
  void should_answer_for_chunks_what_the_rows_answer(Kind kind) {
    Row ofChunks =
        pack.db()
            .row(
                "SELECT stats.moments_count(stats.moments_merge(stats.chunk_moments(points))),"
                    + " stats.moments_skipped(stats.moments_merge(stats.chunk_moments(points))),"
                    + " stats.histogram_counts("
                    + "stats.histogram_merge(stats.chunk_histogram(points, -50, 90, 70))),"
                    + " stats.tdigest_count(stats.tdigest_merge(stats.chunk_tdigest(points, 200))),"
                    + " stats.moments_stddev(stats.moments_merge(stats.chunk_moments(points))),"
                    + " stats.tdigest_quantile("
                    + "stats.tdigest_merge(stats.chunk_tdigest(points, 200)), 0.25)"
                    + " FROM %s.chunks WHERE series = ?",
                kind.name());
    Row ofRows =
        pack.db()
            .row(
                "SELECT stats.moments_count(stats.moments(value)),"
                    + " stats.moments_skipped(stats.moments(value)),"
                    + " stats.histogram_counts(stats.histogram(value, -50, 90, 70)),"
                    + " stats.tdigest_count(stats.tdigest(value, 200)),"
                    + " stats.moments_stddev(stats.moments(value)),"
                    + " stats.tdigest_rank(stats.tdigest(value, 200), ?)"
                    + " FROM %s.rows WHERE series = ?",
                ofChunks.getDouble(5), kind.name());

    for (int column = 0; column < 4; column++) {
      assertThat(ofChunks.getObject(column))
          .as("column %d", column)
          .isEqualTo(ofRows.getObject(column));
    }
    assertThat(ofChunks.getDouble(4)).isCloseTo(ofRows.getDouble(4), within(1e-9));
    // Of eight categories each is an eighth of the rows.
    assertThat(ofRows.getDouble(5)).isCloseTo(0.25, within(kind == Kind.CATEGORIES ? 0.13 : 0.02));
  }

  @ParameterizedTest
  @EnumSource
  void should_take_the_digest_that_a_chunk_carries(Kind kind) {
    ByteBuffer chunk = ChunkCodec.encode(kind.times(), kind.valuesOfPoints());
    ByteBuffer carrying = ChunkCodec.withDigest(chunk, 100);
    pack.db()
        .rows(
            "INSERT INTO %s.chunks (series, part, points) VALUES (?, 0, ?)",
            kind + " with a digest", carrying);

    Row row =
        pack.db()
            .row(
                "SELECT stats.chunk_tdigest(points, 100) AS same, stats.chunk_tdigest(points, 50) AS smaller,"
                    + " stats.chunk_tdigest(points, 200) AS larger, stats.chunk_is_valid(points) AS valid,"
                    + " stats.chunk_text(points) AS text, stats.chunk_union(points, 0x) AS plain,"
                    + " stats.chunk_with_digest(stats.chunk_union(points, 0x), 100) AS again"
                    + " FROM %s.chunks WHERE series = ?",
                kind + " with a digest");

    assertThat(row.getByteBuffer("same"))
        .isEqualTo(ChunkDistribution.tdigest(chunk, 100))
        .isEqualTo(ChunkDistribution.tdigest(carrying, 100));
    assertThat(row.getByteBuffer("smaller")).isEqualTo(ChunkDistribution.tdigest(carrying, 50));
    assertThat(row.getByteBuffer("larger")).isEqualTo(ChunkDistribution.tdigest(chunk, 200));
    assertThat(row.getBoolean("valid")).isTrue();
    assertThat(row.getString("text")).contains(" digest=100 bytes=" + carrying.remaining());
    assertThat(row.getByteBuffer("plain")).isEqualTo(chunk);
    assertThat(row.getByteBuffer("again")).isEqualTo(carrying);
  }

  @Test
  void should_refuse_more_points_than_a_chunk_has_and_leave_none_out() {
    String chunk = "SELECT stats.chunk_count(stats.chunk(ts, value)) FROM %s.rows";
    String where = " WHERE series = 'too long' AND ts >= ?";

    assertThat(pack.db().value(chunk + where, 1L)).isEqualTo(8192L);
    assertThatThrownBy(() -> pack.db().rows(chunk + where, 0L))
        .isInstanceOf(FunctionFailureException.class)
        .hasMessageContaining("the count would exceed 8192");
  }
}
