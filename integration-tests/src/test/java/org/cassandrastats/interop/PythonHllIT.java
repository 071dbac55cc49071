/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.interop.PythonDatasketches.HllFacts;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A live node and Apache DataSketches in Python read each other's HLL sketches. */
@ExtendWith(LiveNodeExtension.class)
@Tag("python")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonHllIT {
  /** A list, a set, and slots of the default lg_k. */
  private static final List<Integer> SIZES = List.of(5, 200, 3000);

  private static final int BATCH = 200;

  private final InstalledPack pack;

  PythonHllIT(InstalledPack pack) {
    this.pack = pack;
  }

  /** The values of {@code hll.py}, a partition for each number of them. */
  @BeforeAll
  void fill() {
    pack.db()
        .run(
            "CREATE TABLE %s.rows (size int, at int, big bigint, number double, words text,"
                + " bytes blob, PRIMARY KEY (size, at))");
    PreparedStatement insert =
        pack.db()
            .session()
            .prepare(
                pack.db()
                    .in(
                        "INSERT INTO %s.rows (size, at, big, number, words, bytes)"
                            + " VALUES (?, ?, ?, ?, ?, ?)"));
    for (int size : SIZES) {
      for (int from = 0; from < size; from += BATCH) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        for (int row = from; row < Math.min(size, from + BATCH); row++) {
          int at = row - 100;
          String words = "text " + at;
          ByteBuffer bytes = ByteBuffer.wrap(words.getBytes(StandardCharsets.UTF_8));
          batch.addStatement(insert.bind(size, at, (long) at, at / 4.0, words, bytes));
        }
        pack.db().session().execute(batch.build());
      }
    }
  }

  @Test
  void should_be_read_by_python() {
    List<ByteBuffer> images = new ArrayList<>();
    List<HllFacts> expected = new ArrayList<>();
    for (int size : SIZES) {
      for (String call : List.of("hll(at)", "hll(words)", "hll(number, 7)", "hll(bytes, 15)")) {
        Row row =
            pack.db()
                .row(
                    ("SELECT stats.CALL AS state, stats.hll_lg_k(stats.CALL) AS lg_k,"
                            + " stats.hll_estimate(stats.CALL) AS estimate,"
                            + " stats.hll_lower_bound(stats.CALL, 2) AS lower,"
                            + " stats.hll_upper_bound(stats.CALL, 2) AS upper"
                            + " FROM %s.rows WHERE size = ?")
                        .replace("CALL", call),
                    size);
        images.add(row.getByteBuffer("state"));
        expected.add(
            new HllFacts(
                row.getInt("lg_k"),
                row.getDouble("estimate"),
                row.getDouble("lower"),
                row.getDouble("upper")));
      }
    }

    List<HllFacts> found = PythonDatasketches.readHll(images);

    assertThat(found).hasSameSizeAs(expected);
    for (int index = 0; index < found.size(); index++) {
      assertClose(found.get(index), expected.get(index));
    }
  }

  /** The same value has the same hash: of the values of both, each counts once. */
  @ParameterizedTest
  @CsvSource({"int, at", "int, big", "text, words", "text, bytes", "double, number"})
  void should_count_the_values_of_both_once(String kind, String column) {
    for (int size : SIZES) {
      for (ByteBuffer image : PythonDatasketches.writeHll(kind, size, 12)) {
        Row row =
            pack.db()
                .row(
                    ("SELECT stats.hll(COLUMN) AS own,"
                            + " stats.hll_union(stats.hll(COLUMN), (blob) ?) AS both,"
                            + " stats.hll_text(stats.hll_union(stats.hll(COLUMN), (blob) ?)) AS text"
                            + " FROM %s.rows WHERE size = ?")
                        .replace("COLUMN", column),
                    image,
                    image,
                    size);
        ByteBuffer own = row.getByteBuffer("own");
        ByteBuffer both = row.getByteBuffer("both");
        int coupons = size == 5 ? 8 : size == 200 ? 12 : 40;
        assertThat(both.remaining()).as(row.getString("text")).isEqualTo(own.remaining());
        assertThat(both.slice(coupons, both.remaining() - coupons))
            .as("%s of %s, %d values: %s", kind, column, size, row.getString("text"))
            .isEqualTo(own.slice(coupons, own.remaining() - coupons));
      }
    }
  }

  @Test
  void should_be_merged_with_python_and_read_there_again() {
    ByteBuffer python = PythonDatasketches.writeHll("text", 6000, 12).get(0);
    Row row =
        pack.db()
            .row(
                "SELECT stats.hll_union(stats.hll(words), (blob) ?) AS both,"
                    + " stats.hll_estimate(stats.hll_union(stats.hll(words), (blob) ?)) AS estimate"
                    + " FROM %s.rows WHERE size = 3000",
                python, python);

    double estimate = row.getDouble("estimate");

    // Three standard errors of merged slots.
    assertThat(estimate).isCloseTo(6000, within(6000 * 3 * 1.04 / 64));
    assertThat(PythonDatasketches.readHll(List.of(row.getByteBuffer("both"))).get(0).estimate())
        .isCloseTo(estimate, within(1e-9 * estimate));
  }

  private static void assertClose(HllFacts found, HllFacts expected) {
    assertThat(found.lgK()).isEqualTo(expected.lgK());
    assertThat(found.estimate()).isCloseTo(expected.estimate(), within(1e-9 * found.estimate()));
    assertThat(found.lower()).isCloseTo(expected.lower(), within(1e-9 * found.lower()));
    assertThat(found.upper()).isCloseTo(expected.upper(), within(1e-9 * found.upper()));
  }
}
