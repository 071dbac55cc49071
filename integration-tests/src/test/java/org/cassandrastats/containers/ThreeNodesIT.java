/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three nodes, each with a replica of every row. */
@Tag("containers")
@Order(1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThreeNodesIT {
  private static final int NODES = 3;
  private static final int ROWS = 5000;
  private static final int PAGE = 500;

  private SuiteCluster cluster;
  private CqlSession session;
  private KnownRows rows;

  @BeforeAll
  void start() {
    cluster = SuiteCluster.start(NODES);
    session = cluster.session();
    rows = KnownRows.create(session, "suite", NODES, "read_repair = 'BLOCKING'");
    rows.write(session, ConsistencyLevel.ALL, 0, ROWS, 0);
  }

  @AfterAll
  void stop() {
    if (session != null) {
      session.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ONE, 100",
    "ONE, 80000",
    "LOCAL_ONE, 500",
    "LOCAL_ONE, 10000",
    "QUORUM, 100",
    "QUORUM, 1000",
    "QUORUM, 80000",
    "ALL, 100",
    "ALL, 1000",
    "ALL, 80000"
  })
  void should_answer_exactly_at_every_level_and_page_size(
      DefaultConsistencyLevel level, int pageSize) {
    assertThat(
            KnownRows.ask(session, rows.query().setConsistencyLevel(level).setPageSize(pageSize)))
        .isEqualTo(rows.exact());
  }

  @ParameterizedTest
  @CsvSource({"ONE", "QUORUM", "ALL"})
  void should_answer_exactly_or_not_at_all_when_the_client_does_not_wait(
      DefaultConsistencyLevel level) {
    ExactOrTimedOut.assertExactOrTimedOut(
        session, rows.query().setConsistencyLevel(level).setPageSize(100), rows.exact());
  }

  /** With and without read repair: what a read must see does not depend on it. */
  @Test
  void should_see_what_a_stopped_node_has_missed() {
    KnownRows repaired = KnownRows.create(session, "repaired", NODES, "read_repair = 'BLOCKING'");
    KnownRows unrepaired = KnownRows.create(session, "unrepaired", NODES, "read_repair = 'NONE'");
    List<KnownRows> tables = List.of(repaired, unrepaired);
    tables.forEach(table -> table.write(session, ConsistencyLevel.ALL, 0, ROWS, 0));

    cluster.nodes().stop(NODES);
    for (KnownRows table : tables) {
      table.write(session, ConsistencyLevel.QUORUM, ROWS, ROWS + 700, 0);
      table.write(session, ConsistencyLevel.QUORUM, 100, 900, 1);
      table.delete(session, ConsistencyLevel.QUORUM, 2000, 2300);
      assertExact(1, table, ConsistencyLevel.ONE);
      assertExact(2, table, ConsistencyLevel.QUORUM);
      assertThatThrownBy(
              () -> KnownRows.ask(session, table.query().setConsistencyLevel(ConsistencyLevel.ALL)))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("ALL (3 required but only 2 alive)");
    }

    cluster.nodes().start(NODES);
    for (KnownRows table : tables) {
      IntStream.rangeClosed(1, NODES)
          .forEach(node -> assertExact(node, table, ConsistencyLevel.QUORUM));
      assertExact(NODES, table, ConsistencyLevel.ALL);
    }
    // A read at ALL has waited until each replica had what it lacked.
    assertExact(NODES, repaired, ConsistencyLevel.ONE);
  }

  private void assertExact(int coordinator, KnownRows table, ConsistencyLevel level) {
    try (CqlSession asking = cluster.session(coordinator)) {
      assertThat(KnownRows.ask(asking, table.query().setConsistencyLevel(level).setPageSize(PAGE)))
          .as("%s through node %d", level, coordinator)
          .isEqualTo(table.exact());
    }
  }
}
