/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.file.Path;
import java.time.Duration;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.TimingOutCoordinator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that times out every third request. */
final class QueryTimingOutIT {
  private static final String KEYSPACE = "faulty";

  /** More than the target, as deadlines are. */
  private static final long DEADLINE_MILLIS = 30;

  /** Partitions that are grouped: each takes requests of its own. */
  private static final int FEW = 4;

  @TempDir private Path directory;

  @Test
  void should_count_each_row_once() {
    NodeSettings settings =
        TimingOutCoordinator.addTo(
                NodeSettings.builder().serverJar(true).udfsEnabled(false),
                directory,
                DEADLINE_MILLIS)
            .build();
    try (Node node = Node.start(settings);
        CqlSession session = node.sessionBuilder().build()) {
      Readings.load(session, KEYSPACE, 1);
      StatsClient client = StatsClient.of(session);
      StatsOptions options = StatsOptions.standard().withTargetTime(Duration.ofMillis(20));

      StatsResult table =
          client.run(StatsQuery.of(Readings.select(KEYSPACE)), options, progress -> {});
      StatsResult rows =
          client.run(
              StatsQuery.of(Readings.select(KEYSPACE)),
              options.withLane(Lane.CLIENT),
              progress -> {});
      StatsResult partition =
          client.run(
              StatsQuery.of("SELECT count(*), sum(n) FROM faulty.readings WHERE k = 0"),
              options,
              progress -> {});
      StatsResult minutes = client.run(Readings.minutes(KEYSPACE, FEW), options, progress -> {});
      StatsResult minutesOfRows =
          client.run(
              Readings.minutes(KEYSPACE, FEW), options.withLane(Lane.CLIENT), progress -> {});

      Readings.assertExact(table.row());
      assertThat(table.statistics().failedRequests()).isGreaterThan(10);
      assertThat(table.statistics().halvedRanges()).isPositive();
      Readings.assertExact(rows.row());
      assertThat(rows.statistics().failedRequests()).isGreaterThan(10);
      Readings.assertExactMinutes(minutes.rows(), FEW);
      assertThat(minutes.statistics().failedRequests()).isPositive();
      Readings.assertExactMinutes(minutesOfRows.rows(), FEW);
      assertThat(minutesOfRows.statistics().failedRequests()).isPositive();
      assertThat(partition.row().get(0)).isEqualTo((long) Readings.ROWS);
      assertThat(partition.row().get(1)).isEqualTo(Readings.ROWS * (Readings.ROWS - 1L) / 2);
    }
  }
}
