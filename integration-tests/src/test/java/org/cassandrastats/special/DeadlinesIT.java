/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When Cassandra gives up an aggregation, and when it gives up itself. */
@Tag("own-node")
class DeadlinesIT {
  private static final int ROWS = 400;

  /** About 10 ms: short of every limit, in sum over the deadline of 1 s. */
  private static final String SLOW_ROW =
      """
      java.time.Instant end = java.time.Instant.now().plusMillis(10);
      while (java.time.Instant.now().isBefore(end)) { }
      return state;
      """;

  @Test
  void should_hold_one_deadline_over_all_pages_of_an_aggregation() {
    NodeSettings settings =
        NodeSettings.builder()
            .yaml("read_request_timeout", "1s")
            .yaml("range_request_timeout", "1s")
            .build();
    try (LiveNode node = LiveNode.start(settings);
        Scratch db = node.scratch("deadlines")) {
      fill(db);
      db.function("slow(state int, value int)", "RETURNS NULL ON NULL INPUT", "int", SLOW_ROW);
      db.run("CREATE AGGREGATE %s.slow(int) SFUNC slow STYPE int INITCOND 0");

      assertThat(db.value("SELECT %s.slow(at) FROM %s.rows WHERE p = 1 AND at < 10")).isEqualTo(0);
      assertThatThrownBy(
              () ->
                  node.session()
                      .execute(
                          SimpleStatement.newInstance(
                                  db.in("SELECT %s.slow(at) FROM %s.rows WHERE p = 1"))
                              .setPageSize(10)))
          .isInstanceOfAny(ReadTimeoutException.class, ReadFailureException.class);
    }
  }

  /** Hence no body may loop over anything without a small bound. */
  @Test
  void should_stop_the_node_when_a_function_runs_for_longer_than_the_fail_timeout()
      throws Exception {
    try (LiveNode node = LiveNode.start(NodeSettings.builder().build())) {
      Scratch db = node.scratch("endless");
      db.function(
          "endless(value int)",
          "RETURNS NULL ON NULL INPUT",
          "int",
          "while (value == value) { } return 1;");

      assertThatThrownBy(() -> db.value("SELECT %s.endless(1) FROM system.local"))
          .isInstanceOf(DriverException.class);
      node.node().process().onExit().get(1, TimeUnit.MINUTES);
      assertThat(node.node().process().isAlive()).isFalse();
    }
  }

  private static void fill(Scratch db) {
    db.run("CREATE TABLE %s.rows (p int, at int, PRIMARY KEY (p, at))");
    for (int at = 0; at < ROWS; at++) {
      db.rows("INSERT INTO %s.rows (p, at) VALUES (1, ?)", at);
    }
  }
}
