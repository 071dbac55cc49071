/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;

/** Split queries beside the single ones that they stand for. */
record SingleQueries(CqlSession session) {
  private static final Duration SHORT = Duration.ofMillis(5);

  StatsResult run(String statement) {
    return run(statement, Lane.SERVER);
  }

  private StatsResult run(String statement, Lane lane) {
    return StatsClient.of(session)
        .run(
            StatsQuery.of(statement),
            StatsOptions.standard().withTargetTime(SHORT).withLane(lane),
            progress -> {});
  }

  /** Compares with the single query: floating-point sums within rounding, all else exactly. */
  StatsResult assertSame(String statement) {
    return assertSame(statement, single(statement));
  }

  /** The answer of a single query. */
  List<Row> single(String statement) {
    return session.execute(statement).all();
  }

  /** Compares the answers of both lanes with that of the single query. */
  StatsResult assertSame(String statement, List<Row> expected) {
    assertSame(statement, expected, run(statement, Lane.CLIENT));
    StatsResult result = run(statement);
    assertSame(statement, expected, result);
    return result;
  }

  private static void assertSame(String statement, List<Row> expected, StatsResult result) {
    assertThat(result.rows()).as(statement).hasSameSizeAs(expected);
    for (int row = 0; row < expected.size(); row++) {
      for (int column = 0; column < result.columns().size(); column++) {
        assertSameValue(
            "%s column %s of the type %s"
                .formatted(
                    statement,
                    result.columns().get(column),
                    expected.get(row).getColumnDefinitions().get(column).getType()),
            expected.get(row).getObject(column),
            result.rows().get(row).get(column));
      }
    }
  }

  private static void assertSameValue(String what, Object expected, Object found) {
    if (expected instanceof Double number && Double.isFinite(number)) {
      assertThat((Double) found)
          .as(what)
          .isEqualTo(number, within(1e-11 * Math.max(1, Math.abs(number))));
    } else if (expected instanceof ByteBuffer bytes && what.contains("column stats.moments(")) {
      assertThat(found).as(what).isInstanceOf(ByteBuffer.class);
      assertThat(((ByteBuffer) found).remaining()).as(what).isEqualTo(bytes.remaining());
    } else if (expected instanceof ByteBuffer bytes && found instanceof UUID) {
      // Cassandra 5.0 calls the type of min(timeuuid) one that drivers do not know.
      assertThat(found).as(what).isEqualTo(new UUID(bytes.getLong(0), bytes.getLong(8)));
    } else {
      assertThat(found).as(what).isEqualTo(expected);
    }
  }
}
