/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.List;
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

  /** The levels that must see writes of level QUORUM. */
  private static final List<ConsistencyLevel> SEEING_WRITES =
      List.of(ConsistencyLevel.QUORUM, ConsistencyLevel.LOCAL_QUORUM, ConsistencyLevel.ALL);

  private LaneNodes nodes;
  private KnownRows rows;

  @BeforeAll
  void start() {
    nodes = LaneNodes.start(NODES);
    rows = new KnownRows(nodes.session(), "readings", 1, "");
    rows.write(0, 2000, 1, 0, ConsistencyLevel.ALL);
  }

  @AfterAll
  void stop() {
    if (nodes != null) {
      nodes.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ONE,100",
    "ONE,80000",
    "LOCAL_ONE,100",
    "QUORUM,100",
    "QUORUM,1000",
    "QUORUM,80000",
    "LOCAL_QUORUM,100",
    "ALL,100",
    "ALL,80000"
  })
  void should_answer_exactly_at_every_consistency_level_and_page_size(
      DefaultConsistencyLevel level, int pageSize) {
    assertThat(
            SeveralAnswers.ask(
                nodes.session(), rows.query(1).setConsistencyLevel(level).setPageSize(pageSize)))
        .isEqualTo(rows.exact());
  }

  @ParameterizedTest
  @CsvSource({"ONE", "QUORUM", "ALL"})
  void should_answer_exactly_or_not_at_all_when_the_client_does_not_wait(
      DefaultConsistencyLevel level) {
    ExactOrTimedOut.assertExactOrTimedOut(
        nodes.session(), rows.query(1).setConsistencyLevel(level).setPageSize(100), rows.exact());
  }

  /**
   * Rows that were added, changed and deleted while a node was stopped. It coordinates afterwards,
   * so that every page finds a difference. What a read must see does not depend on read repair.
   */
  @Test
  void should_see_what_a_stopped_node_has_missed() {
    KnownRows repaired =
        new KnownRows(
            nodes.session(), "repaired", SEEING_WRITES.size(), " WITH read_repair = 'BLOCKING'");
    KnownRows unrepaired =
        new KnownRows(nodes.session(), "unrepaired", 1, " WITH read_repair = 'NONE'");
    List<KnownRows> both = List.of(repaired, unrepaired);
    both.forEach(table -> table.write(0, 600, 1, 0, ConsistencyLevel.ALL));

    nodes.without(
        NODES,
        () -> {
          both.forEach(ThreeNodesIT::change);
          both.forEach(this::assertSeenByOthers);
        });

    for (int coordinator = 1; coordinator <= NODES; coordinator++) {
      assertExact(unrepaired, 1, coordinator, ConsistencyLevel.QUORUM);
    }
    for (int i = 0; i < SEEING_WRITES.size(); i++) {
      ConsistencyLevel level = SEEING_WRITES.get(i);
      assertExact(unrepaired, 1, NODES, level);
      assertExact(repaired, i + 1, NODES, level);
      assertExact(repaired, i + 1, NODES, level);
    }
    // ALL has repaired the node; other levels may have read the two that are faster.
    for (int coordinator = 1; coordinator <= NODES; coordinator++) {
      assertExact(repaired, SEEING_WRITES.size(), coordinator, ConsistencyLevel.LOCAL_ONE);
    }
  }

  private static void change(KnownRows table) {
    table.write(0, 600, 10, 1, ConsistencyLevel.QUORUM);
    table.write(600, 660, 1, 1, ConsistencyLevel.QUORUM);
    table.delete(300, 337, ConsistencyLevel.QUORUM);
  }

  private void assertSeenByOthers(KnownRows table) {
    assertExact(table, 1, 1, ConsistencyLevel.ONE);
    assertExact(table, 1, 2, ConsistencyLevel.QUORUM);
    assertThatThrownBy(() -> answer(table, 1, 1, ConsistencyLevel.ALL))
        .isInstanceOf(AllNodesFailedException.class)
        .hasMessageContaining("UnavailableException")
        .hasMessageContaining("ALL (3 required but only 2 alive)");
  }

  private void assertExact(
      KnownRows table, int partition, int coordinator, ConsistencyLevel level) {
    assertThat(answer(table, partition, coordinator, level))
        .as("%s through node %d", level, coordinator)
        .isEqualTo(table.exact());
  }

  private SeveralAnswers answer(
      KnownRows table, int partition, int coordinator, ConsistencyLevel level) {
    return SeveralAnswers.ask(
        nodes.session(),
        table
            .query(partition)
            .setNode(nodes.node(coordinator))
            .setPageSize(100)
            .setConsistencyLevel(level));
  }

  @Test
  void should_answer_the_study_of_page_sizes_exactly() {
    new SmallStudy(nodes).assertExactAtEveryPageSize();
  }

  @Test
  void should_answer_the_study_of_consistency_levels_exactly() {
    new SmallStudy(nodes).assertExactAtEveryLevel();
  }

  /** One node shows the same in every build. */
  @Test
  @Tag("extended")
  void should_answer_the_study_of_timeouts_exactly_or_not_at_all() {
    new SmallStudy(nodes).assertExactOrGivenUp();
  }
}
