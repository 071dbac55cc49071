/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
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
  private LaneNodes nodes;
  private KnownRows rows;

  @BeforeAll
  void start() {
    nodes = LaneNodes.start(1);
    rows = new KnownRows(nodes.session(), "readings", 1, "");
    rows.write(0, 2000, 1, 0, ConsistencyLevel.ALL);
  }

  @AfterAll
  void stop() {
    if (nodes != null) {
      nodes.close();
    }
  }

  @Test
  @Tag(Lane.UDF_TAG)
  void should_install_a_family_over_itself_with_cqlsh() {
    String script = "USE stats;\n" + CommittedScripts.text("scalars.cql");
    nodes.runScript(CommittedScripts.altered("scalars.cql", script));
  }

  @Test
  @Tag(Lane.UDF_TAG)
  @Tag("extended")
  void should_install_the_pack_over_itself_with_cqlsh() {
    // One file, because a container has no other.
    Path script = CommittedScripts.altered("install.cql", CommittedScripts.joined("install.cql"));
    nodes.runScript(script);
  }

  @Test
  void should_run_the_script_of_known_answers_with_cqlsh() {
    nodes.runScript(CommittedScripts.script("verify.cql"));
  }

  @Test
  void should_give_the_known_answers() {
    KnownAnswers.assertRight(nodes.session(), "stats");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 1000, 80000})
  void should_answer_exactly_at_every_page_size(int pageSize) {
    assertThat(SeveralAnswers.ask(nodes.session(), rows.query(1).setPageSize(pageSize)))
        .isEqualTo(rows.exact());
  }

  @Test
  @Tag("extended")
  void should_answer_the_study_of_page_sizes_exactly() {
    new SmallStudy(nodes).assertExactAtEveryPageSize();
  }

  @Test
  @Tag("extended")
  void should_answer_the_study_of_consistency_levels_exactly() {
    new SmallStudy(nodes).assertExactAtEveryLevel();
  }

  @Test
  void should_answer_the_study_of_timeouts_exactly_or_not_at_all() {
    new SmallStudy(nodes).assertExactOrGivenUp();
  }
}
