/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
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

  private SuiteBench bench;

  @BeforeAll
  void start() {
    bench = SuiteBench.start(NODES);
  }

  @AfterAll
  void stop() {
    if (bench != null) {
      bench.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"ONE,100", "ONE,80000", "QUORUM,100", "QUORUM,80000", "ALL,100", "ALL,80000"})
  void should_answer_exactly_at_every_consistency_level_and_page_size(
      DefaultConsistencyLevel level, int pageSize) {
    SuiteAnswer answer =
        SuiteAnswer.ask(
            bench.session(),
            bench
                .readings()
                .query(SuiteBench.PARTITION)
                .setConsistencyLevel(level)
                .setPageSize(pageSize)
                .setTimeout(SuiteTable.LONGEST));

    assertThat(answer).isEqualTo(bench.rows().exact());
  }

  @ParameterizedTest
  @CsvSource({"ONE", "QUORUM", "ALL"})
  void should_answer_exactly_or_not_at_all_when_the_client_does_not_wait(
      DefaultConsistencyLevel level) {
    ExactOrTimedOut.assertExactOrTimedOut(
        bench.session(),
        bench.readings().query(SuiteBench.PARTITION).setConsistencyLevel(level).setPageSize(100),
        bench.rows().exact());
  }

  @Test
  @Tag(SuiteRun.TAG)
  void should_answer_exactly_at_every_page_size() {
    SuiteRun.run(bench, new PageSizeSuite(bench.size()));
  }

  /** With and without read repair: what a read must see does not depend on it. */
  @Test
  @Tag(SuiteRun.TAG)
  void should_answer_exactly_at_every_consistency_level_whatever_a_replica_does() {
    SuiteRun.run(bench, new ConsistencySuite(bench.size()));
  }

  /** One node shows the same in every build. */
  @Test
  @Tag(SuiteRun.TAG)
  @Tag("extended")
  void should_answer_exactly_or_not_at_all_when_somebody_gives_up() {
    SuiteRun.run(bench, new TimeoutSuite(bench.size()));
  }
}
