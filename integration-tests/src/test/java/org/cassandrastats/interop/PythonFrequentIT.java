/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.protocol.internal.util.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.interop.PythonDatasketches.FrequentFacts;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A live node and Apache DataSketches in Python read each other's frequent-items sketches. */
@ExtendWith(LiveNodeExtension.class)
@Tag("python")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonFrequentIT {
  /** In the largest ones, maps of 256 give up values. */
  private static final List<Integer> SIZES = List.of(1, 100, 3000);

  private static final int BATCH = 200;

  private final InstalledPack pack;

  PythonFrequentIT(InstalledPack pack) {
    this.pack = pack;
  }

  /** The values of {@code frequent.py}, a partition for each number of them. */
  @BeforeAll
  void fill() {
    pack.db()
        .run(
            "CREATE TABLE %s.pages (size int, at int, number bigint, page text,"
                + " PRIMARY KEY (size, at))");
    PreparedStatement insert =
        pack.db()
            .session()
            .prepare(
                pack.db().in("INSERT INTO %s.pages (size, at, number, page) VALUES (?, ?, ?, ?)"));
    for (int size : SIZES) {
      for (int from = 0; from < size; from += BATCH) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        for (int at = from; at < Math.min(size, from + BATCH); at++) {
          int number = at * at % 1009 / (at % 7 + 1);
          batch.addStatement(insert.bind(size, at, (long) number, "page-" + number));
        }
        pack.db().session().execute(batch.build());
      }
    }
  }

  @Test
  void should_be_read_by_python() {
    List<ByteBuffer> images = new ArrayList<>();
    List<FrequentFacts> expected = new ArrayList<>();
    for (int size : SIZES) {
      for (String call :
          List.of(
              "frequent_items(number, 96)",
              "frequent_items(page, 96)",
              "frequent_items(page, 384)")) {
        Row row = facts("stats." + call, size);
        images.add(row.getByteBuffer("state"));
        expected.add(facts(row));
      }
    }

    List<FrequentFacts> found = PythonDatasketches.readFrequent(images);

    assertThat(found).hasSameSizeAs(expected);
    for (int index = 0; index < found.size(); index++) {
      assertThat(found.get(index).first(expected.get(index))).isEqualTo(expected.get(index));
    }
  }

  /** The same rows give the same counters, and those of both merge. */
  @ParameterizedTest
  @CsvSource({"bigint, number, 96, 8", "text, page, 96, 8", "text, page, 384, 10"})
  void should_count_as_python_does(String kind, String column, int max, int lg) {
    for (int size : SIZES) {
      String literal = Bytes.toHexString(PythonDatasketches.writeFrequent(kind, size, lg));
      String call = "stats.frequent_items(%s, %d)".formatted(column, max);
      FrequentFacts own = facts(facts(call, size));

      FrequentFacts theirs =
          facts(facts("stats.frequent_union((blob) " + literal + ", (blob) 0x)", size));
      Row both = facts("stats.frequent_union(" + call + ", (blob) " + literal + ")", size);

      assertThat(theirs.first(own)).as("%s, %d", column, size).isEqualTo(own);
      assertThat(both.getLong("rows")).as("%s, %d", column, size).isEqualTo(2L * size);
      List<Long> estimates = both.getList("estimates", Long.class);
      assertThat(estimates.get(0)).as("%s, %d", column, size).isEqualTo(2 * own.estimates().get(0));
    }
  }

  private Row facts(String state, int size) {
    return pack.db()
        .row(
            ("SELECT STATE AS state, stats.frequent_count(STATE) AS rows,"
                    + " stats.frequent_values(STATE) AS names,"
                    + " stats.frequent_estimates(STATE) AS estimates,"
                    + " stats.frequent_lower_bounds(STATE) AS bounds"
                    + " FROM %s.pages WHERE size = ? LIMIT 1")
                .replace("STATE", state),
            size);
  }

  private static FrequentFacts facts(Row row) {
    return new FrequentFacts(
        row.getLong("rows"),
        row.getList("names", String.class).stream().map(name -> name.replace("page-", "")).toList(),
        row.getList("estimates", Long.class),
        row.getList("bounds", Long.class));
  }
}
