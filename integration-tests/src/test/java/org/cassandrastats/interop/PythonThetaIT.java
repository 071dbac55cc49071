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
import org.cassandrastats.interop.PythonDatasketches.ThetaFacts;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A live node and Apache DataSketches in Python read each other's theta sketches. */
@ExtendWith(LiveNodeExtension.class)
@Tag("python")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonThetaIT {
  /** All hashes, and a part of them in sketches of an lg_k of 7. */
  private static final List<Integer> SIZES = List.of(1, 200, 3000);

  private static final int BATCH = 200;

  private final InstalledPack pack;

  PythonThetaIT(InstalledPack pack) {
    this.pack = pack;
  }

  /** The values of {@code theta.py}, a partition for each number of them. */
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
    List<ThetaFacts> expected = new ArrayList<>();
    for (int size : SIZES) {
      for (String call :
          List.of("theta(at)", "theta(words)", "theta(number, 7)", "theta(bytes, 15)")) {
        Row row =
            pack.db()
                .row(
                    ("SELECT stats.CALL AS state, stats.theta_estimate(stats.CALL) AS estimate,"
                            + " stats.theta_lower_bound(stats.CALL, 2) AS lower,"
                            + " stats.theta_upper_bound(stats.CALL, 2) AS upper"
                            + " FROM %s.rows WHERE size = ?")
                        .replace("CALL", call),
                    size);
        images.add(row.getByteBuffer("state"));
        expected.add(
            new ThetaFacts(
                call.endsWith("7)") ? Math.min(size, 128) : size,
                row.getDouble("estimate"),
                row.getDouble("lower"),
                row.getDouble("upper")));
      }
    }

    List<ThetaFacts> found = PythonDatasketches.readTheta(images);

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
      for (ByteBuffer image : PythonDatasketches.writeTheta(kind, size, 12)) {
        Row row =
            pack.db()
                .row(
                    ("SELECT stats.theta(COLUMN) AS own,"
                            + " stats.theta_union(stats.theta(COLUMN), (blob) ?) AS joined,"
                            + " stats.theta_intersection(stats.theta(COLUMN), (blob) ?) AS both,"
                            + " stats.theta_estimate(stats.theta_a_not_b(stats.theta(COLUMN),"
                            + " (blob) ?)) AS rest FROM %s.rows WHERE size = ?")
                        .replace("COLUMN", column),
                    image,
                    image,
                    image,
                    size);
        ByteBuffer own = row.getByteBuffer("own");
        assertThat(row.getByteBuffer("joined")).as("%s, %d", column, size).isEqualTo(own);
        assertThat(row.getByteBuffer("both")).as("%s, %d", column, size).isEqualTo(own);
        assertThat(row.getDouble("rest")).as("%s, %d", column, size).isZero();
      }
    }
  }

  private static void assertClose(ThetaFacts found, ThetaFacts expected) {
    assertThat(found.hashes()).isEqualTo(expected.hashes());
    assertThat(found.estimate()).isCloseTo(expected.estimate(), within(1e-9 * found.estimate()));
    assertThat(found.lower()).isCloseTo(expected.lower(), within(1e-9 * found.lower()));
    assertThat(found.upper()).isCloseTo(expected.upper(), within(1e-9 * found.upper()));
  }
}
