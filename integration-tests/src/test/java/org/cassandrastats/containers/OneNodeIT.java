/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.nio.file.Path;
import org.cassandrastats.live.KnownAnswers;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.Scripts;
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
  private static final int ROWS = 5000;

  private SuiteCluster cluster;
  private CqlSession session;
  private KnownRows rows;

  @BeforeAll
  void start() {
    cluster = SuiteCluster.start(1);
    session = cluster.session();
    rows = KnownRows.create(session, "suite", 1, "comment = ''");
    rows.write(session, ConsistencyLevel.ONE, 0, ROWS, 0);
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

  @Test
  @Tag(Lane.UDF_TAG)
  void should_install_a_family_over_itself_with_cqlsh() {
    String script = "USE stats;\n" + Scripts.text("scalars.cql");
    SuiteCluster.runScript(cluster.nodes(), Scripts.altered("scalars.cql", script));
  }

  @Test
  @Tag(Lane.UDF_TAG)
  @Tag("extended")
  void should_install_the_pack_over_itself_with_cqlsh() {
    // One file, because a container has no other.
    Path script = Scripts.altered("install.cql", Scripts.joined("install.cql"));
    SuiteCluster.runScript(cluster.nodes(), script);
  }

  @Test
  void should_run_the_script_of_known_answers_with_cqlsh() {
    SuiteCluster.runScript(cluster.nodes(), Scripts.script("verify.cql"));
  }

  @Test
  void should_give_the_known_answers() {
    KnownAnswers.assertRight(session, "stats");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 500, 1000, 10_000, 80_000})
  void should_answer_exactly_at_every_page_size(int pageSize) {
    assertThat(KnownRows.ask(session, rows.query().setPageSize(pageSize))).isEqualTo(rows.exact());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE", "LOCAL_ONE", "QUORUM", "LOCAL_QUORUM", "ALL"})
  void should_answer_exactly_at_every_level(DefaultConsistencyLevel level) {
    assertThat(KnownRows.ask(session, rows.query().setConsistencyLevel(level)))
        .isEqualTo(rows.exact());
  }

  @Test
  void should_answer_exactly_or_not_at_all_when_the_client_does_not_wait() {
    ExactOrTimedOut.assertExactOrTimedOut(session, rows.query().setPageSize(100), rows.exact());
  }
}
