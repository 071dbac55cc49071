/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The life of the server jar in a cluster of two nodes, told in order: each test goes on where the
 * one before it ended. docs/server-jar.md is the operator's side of the story.
 */
@Tag("own-node")
@Tag("extended")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RollingInstallIT {
  private static final long SEED = 20_260_411;

  private RestartableNodes cluster;
  private NodeAnswers answers;

  @BeforeAll
  void start() {
    cluster =
        RestartableNodes.start(
            2,
            settings -> {},
            first -> {
              CommittedScripts.run(Cqlsh.of(first), CommittedScripts.script("install.cql"));
              try (CqlSession session = first.sessionBuilder().build()) {
                SampleRows.create(session, 1);
              }
            });
    answers = new NodeAnswers(cluster);
    try (CqlSession session = cluster.session(1)) {
      SampleRows.fill(session);
    }
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void should_answer_from_the_scripts_on_both_nodes_before_there_is_a_jar() {
    answers.assertAnswers(1, 2);
    answers.assertJar(false, 1);
    answers.assertJar(false, 2);
  }

  @Test
  @Order(2)
  void should_go_on_answering_from_the_scripts_while_node_after_node_gets_the_jar() {
    cluster.restart(1, settings -> settings.serverJar(true));
    answers.assertJar(true, 1);
    answers.assertJar(false, 2);
    answers.assertAnswers(1, 2);
    assertUserDefinedFunctionsFirst();

    cluster.restart(2, settings -> settings.serverJar(true));
    answers.assertJar(true, 2);
    answers.assertAnswers(1, 2);
  }

  /** With a jar on every node the scripts can go and come back, and no client notices. */
  @Test
  @Order(3)
  void should_answer_every_request_rightly_while_the_lanes_are_changed() {
    Map<String, Long> served = new LinkedHashMap<>();
    try (CqlSession session = cluster.balancing().build();
        Load load = Load.start(session, SEED)) {
      serve(load, served, "to native", () -> script("uninstall.cql"));
      serve(load, served, "back", () -> script("install.cql"));
      serve(load, served, "to native again", () -> drop(session));
      load.end();
      System.out.println("right answers during the moves: " + served);
      assertThat(load.complaints()).as("failed requests and wrong answers").isEmpty();
      assertThat(load.answers()).as("answers by node").hasSize(2);
    }
    assertThat(served.values()).allSatisfy(count -> assertThat(count).isPositive());
  }

  @Test
  @Order(4)
  void should_answer_from_the_jar_on_both_nodes_after_uninstalling() {
    assertThat(answers.userDefinedFunctions()).isZero();
    answers.assertAnswers(1, 2);
  }

  /** Cassandra prepares the statements of its clients anew while it starts. */
  @Test
  @Order(5)
  void should_keep_prepared_statements_over_a_restart_without_user_defined_functions()
      throws IOException {
    try (CqlSession session = cluster.session(1)) {
      session.prepare("SELECT stats.mean(i) FROM shop.samples WHERE p = ?");
    }
    cluster.restart(1, settings -> settings.serverJar(true).udfsEnabled(false));

    assertThat(Files.readString(cluster.node(1).log()))
        .containsPattern("Preloaded [1-9][0-9]* prepared statements")
        .doesNotContain("prepared statement recreation error");
    answers.assertAnswers(1, 2);
  }

  /** What counts is the node that a client asks, not the one that has the rows. */
  @Test
  @Order(6)
  void should_answer_through_the_node_with_the_jar_only_wherever_the_rows_are() {
    cluster.restart(2, settings -> settings.udfsEnabled(false));
    assertThat(answers.partitionsByNode()).as("partitions of each node").hasSize(2);

    answers.assertAnswers(1);
    try (CqlSession without = cluster.session(2)) {
      for (Question question : NodeAnswers.questions()) {
        assertThatThrownBy(() -> question.askSimple(without))
            .isInstanceOf(InvalidQueryException.class)
            .hasMessageMatching("Unknown function '?stats\\..*");
      }
      assertThatThrownBy(() -> without.prepare(SampleRows.questionOfGroups().cql()))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageStartingWith("Unknown function");
      assertThat(without.execute("SELECT avg(i) FROM shop.samples WHERE p = 1").one().getInt(0))
          .as("what Cassandra itself has")
          .isEqualTo(132);
    }
  }

  @Test
  @Order(7)
  void should_fail_through_a_session_that_also_asks_the_node_without_the_jar() {
    Question question = SampleRows.questionsOf(1).get(0);
    int right = 0;
    int unknown = 0;
    try (CqlSession session = cluster.balancing().build();
        CqlSession first = cluster.session(1)) {
      PreparedStatement prepared = first.prepare(question.cql());
      assertThat(question.difference(question.askPrepared(first, prepared))).isEmpty();
      for (int request = 0; request < 20; request++) {
        try {
          assertThat(question.difference(question.askSimple(session))).isEmpty();
          right++;
        } catch (InvalidQueryException refused) {
          assertThat(refused).hasMessageStartingWith("Unknown function");
          unknown++;
        }
      }
    }
    assertThat(right).as("answers of 20 requests").isPositive();
    assertThat(unknown).as("unknown functions in 20 requests").isPositive();
  }

  /** Nothing breaks for good, but the node without the jar stays behind with the schema. */
  @Test
  @Order(8)
  void should_keep_a_table_with_a_type_of_the_jar_from_the_node_without_it() throws IOException {
    try (CqlSession having = cluster.session(1);
        CqlSession lacking = cluster.session(2)) {
      having.execute(
          "CREATE TABLE shop.typed (id int PRIMARY KEY, digest"
              + " 'org.cassandrastats.types.TdigestType')");
      awaitLog(2, "Unable to find abstract-type class 'org.cassandrastats.types.TdigestType'");
      assertThatThrownBy(() -> lacking.execute("SELECT * FROM shop.typed"))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("table typed does not exist");
      assertThat(schemaVersion(lacking)).isNotEqualTo(schemaVersion(having));

      having.execute("DROP TABLE shop.typed");
    }
    cluster.awaitAll();
    answers.assertAnswers(1);
  }

  /** Where the scripts are installed they come first, also on a node that may not run them. */
  @Test
  @Order(9)
  void should_refuse_on_a_node_with_the_jar_whose_scripts_are_installed_but_disabled() {
    cluster.restart(2, settings -> {});
    Cqlsh cqlsh = Cqlsh.of(cluster.node(2));
    cqlsh.statements(
        "CREATE KEYSPACE stats WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    CommittedScripts.run(cqlsh.in("stats"), CommittedScripts.script("moments.cql"));
    cluster.awaitAll();

    answers.assertMean(2);
    try (CqlSession disabled = cluster.session(1)) {
      assertThatThrownBy(() -> disabled.execute(NodeAnswers.MEAN))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("User-defined functions are disabled");
    }
  }

  @Test
  @Order(10)
  void should_answer_from_the_scripts_on_both_nodes_after_the_jar_is_gone() {
    cluster.restart(1, settings -> {});
    answers.assertJar(false, 1);
    answers.assertJar(false, 2);
    answers.assertMean(1);
    answers.assertMean(2);
  }

  private void script(String name) {
    CommittedScripts.run(Cqlsh.of(cluster.node(1)), CommittedScripts.script(name));
    cluster.awaitAll();
  }

  /** The short way, where the keyspace holds nothing else. */
  private void drop(CqlSession session) {
    session.execute("DROP KEYSPACE stats");
    cluster.awaitAll();
  }

  /** Notes how many right answers clients get during a move. */
  private static void serve(Load load, Map<String, Long> served, String name, Runnable move) {
    long before = total(load);
    move.run();
    served.put(name, total(load) - before);
  }

  private static long total(Load load) {
    return load.answers().values().stream().mapToLong(Long::longValue).sum();
  }

  private void awaitLog(int number, String text) throws IOException {
    long start = System.nanoTime();
    while (!Files.readString(cluster.node(number).log()).contains(text)) {
      assertThat(System.nanoTime() - start)
          .as("nanoseconds without \"%s\" in the log of node %d", text, number)
          .isLessThan(TimeUnit.MINUTES.toNanos(2));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }

  private static UUID schemaVersion(CqlSession session) {
    return session.execute("SELECT schema_version FROM system.local").one().getUuid(0);
  }

  /** Puts another body into a function of the scripts, asks both nodes, and takes it back. */
  private void assertUserDefinedFunctionsFirst() {
    try (CqlSession first = cluster.session(1);
        CqlSession second = cluster.session(2)) {
      first.execute(
          "CREATE OR REPLACE FUNCTION stats.stats_version() RETURNS NULL ON NULL INPUT"
              + " RETURNS text LANGUAGE java AS 'return \"of the scripts\";'");
      cluster.awaitAll();
      for (CqlSession session : List.of(first, second)) {
        Row row = session.execute("SELECT stats.stats_version() FROM system.local").one();
        assertThat(row.getString(0)).isEqualTo("of the scripts");
      }
    }
    CommittedScripts.run(
        Cqlsh.of(cluster.node(1)).in("stats"), CommittedScripts.script("scalars.cql"));
    cluster.awaitAll();
  }
}
