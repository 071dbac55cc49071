/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Ten million different values on a live node: 100,000 rows, each with 100 values. */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag(Lane.NATIVE_TAG)
@Tag("extended")
class DistinctCountsIT {
  private static final int ROWS = 100_000;
  private static final int STATES = 100;
  private static final int STATES_OF_A_QUERY = 10;
  private static final int BATCH = 500;
  private static final double VALUES = (double) ROWS * STATES;

  /** The square root of the 2^12 that both have by default. */
  private static final double ROOT = 64;

  private final InstalledPack pack;

  DistinctCountsIT(InstalledPack pack) {
    this.pack = pack;
  }

  @BeforeAll
  void fill() {
    pack.db()
        .run(
            "CREATE TABLE %s.visits (site int, visitor bigint, PRIMARY KEY (site, visitor))",
            "CREATE TABLE %s.states (site int, hour int, h blob, t blob, PRIMARY KEY (site, hour))");
    PreparedStatement insert =
        pack.db()
            .session()
            .prepare(pack.db().in("INSERT INTO %s.visits (site, visitor) VALUES (0, ?)"));
    for (long from = 0; from < ROWS; from += BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (long visitor = from; visitor < from + BATCH; visitor++) {
        batch.addStatement(insert.bind(visitor));
      }
      pack.db().session().execute(batch.build());
    }
    for (int hour = 0; hour < STATES; hour += STATES_OF_A_QUERY) {
      store(hour);
    }
  }

  /** The states of some hours, of which each has other visitors. */
  private void store(int hour) {
    String states =
        IntStream.range(hour, hour + STATES_OF_A_QUERY)
            .mapToObj(each -> "visitor + " + (long) each * ROWS)
            .map(value -> "stats.hll(%s), stats.theta(%s)".formatted(value, value))
            .collect(Collectors.joining(", "));
    Row row = pack.db().row("SELECT " + states + " FROM %s.visits WHERE site = 0");
    for (int each = 0; each < STATES_OF_A_QUERY; each++) {
      pack.db()
          .session()
          .execute(
              pack.db().in("INSERT INTO %s.states (site, hour, h, t) VALUES (0, ?, ?, ?)"),
              hour + each,
              row.getByteBuffer(2 * each),
              row.getByteBuffer(2 * each + 1));
    }
  }

  @Test
  void should_count_ten_million_within_three_published_standard_errors() {
    assertCount("hll", "h", 1.04 / ROOT);
    assertCount("theta", "t", 1 / ROOT);
  }

  private void assertCount(String family, String column, double standardError) {
    Row row =
        pack.db()
            .row(
                "SELECT stats.%1$s_estimate(stats.%1$s_merge(%2$s)), stats.%1$s_lower_bound(stats.%1$s_merge(%2$s), 3), stats.%1$s_upper_bound(stats.%1$s_merge(%2$s), 3)"
                        .formatted(family, column)
                    + " FROM %s.states WHERE site = 0");
    System.out.println(family + " of 10,000,000: " + row.getFormattedContents());
    assertThat(row.getDouble(0)).isCloseTo(VALUES, offset(3 * standardError * VALUES));
    assertThat(row.getDouble(1)).isLessThan(VALUES);
    assertThat(row.getDouble(2)).isGreaterThan(VALUES);
  }
}
