/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.KnownAnswers;
import org.cassandrastats.live.Lane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One node, with the pack of the lane. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag(Lane.THREADS_TAG)
@Tag("containers")
@Order(2)
class OneNodeIT {
  private SuiteBench bench;

  @BeforeAll
  void start() {
    bench = SuiteBench.start(1);
  }

  @AfterAll
  void stop() {
    if (bench != null) {
      bench.close();
    }
  }

  @Test
  @Tag(Lane.UDF_TAG)
  void should_install_a_family_over_itself_with_cqlsh() {
    String script = "USE stats;\n" + CommittedScripts.text("scalars.cql");
    SuiteCluster.runScript(bench.nodes(), CommittedScripts.altered("scalars.cql", script));
  }

  @Test
  @Tag(Lane.UDF_TAG)
  @Tag("extended")
  void should_install_the_pack_over_itself_with_cqlsh() {
    // One file, because a container has no other.
    Path script = CommittedScripts.altered("install.cql", CommittedScripts.joined("install.cql"));
    SuiteCluster.runScript(bench.nodes(), script);
  }

  @Test
  void should_run_the_script_of_known_answers_with_cqlsh() {
    SuiteCluster.runScript(bench.nodes(), CommittedScripts.script("verify.cql"));
  }

  @Test
  void should_give_the_known_answers() {
    KnownAnswers.assertRight(bench.session(), "stats");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void should_answer_exactly_with_pages_of_few_rows(int pageSize) {
    assertThat(
            SuiteAnswer.ask(
                bench.session(),
                bench.readings().query(SuiteBench.PARTITION).setPageSize(pageSize)))
        .isEqualTo(bench.rows().exact());
  }

  @Test
  @Tag(SuiteRun.TAG)
  void should_answer_exactly_at_every_page_size() {
    SuiteRun.run(bench, new PageSizeSuite(bench.size()));
  }

  @Test
  @Tag(SuiteRun.TAG)
  void should_answer_exactly_at_every_consistency_level() {
    SuiteRun.run(bench, new ConsistencySuite(bench.size()));
  }

  @Test
  @Tag(SuiteRun.TAG)
  void should_answer_exactly_or_not_at_all_when_somebody_gives_up() {
    SuiteRun.run(bench, new TimeoutSuite(bench.size()));
  }
}
