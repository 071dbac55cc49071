/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.bench.nodes.ClusterTargets;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.cli.command.StartScript;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** Studies on a cluster that is not ours: what they refuse, and that they leave nothing there. */
@ExtendWith(NativeNodeExtension.class)
final class BenchOnClusterIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final String OWN = "cassandra_stats_bench";
  private static final String REPLICATION =
      " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

  private static NativeNode node;
  private static CqlSession session;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
    session = node.session();
    session.execute("CREATE ROLE nobody WITH LOGIN = true AND PASSWORD = 'secret'");
  }

  @AfterEach
  void dropKeyspace() {
    session.execute("DROP KEYSPACE IF EXISTS " + OWN);
  }

  @Test
  void should_measure_and_drop_its_keyspace() throws IOException {
    CommandLineRun run = bench("cassandra", "cassandra", "--runs", "1");

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(run.out()).contains("native", "none gave a wrong number");
    assertThat(directory.resolve("out/page-size.md")).content().contains("own cluster of 1 nodes");
    assertThat(ownKeyspaceExists()).isFalse();
  }

  @Test
  @Tag("extended")
  void should_make_and_drop_the_tables_of_a_study_there() throws IOException {
    for (List<String> study :
        List.of(
            List.of("recent", "--max-rows", "1000"),
            List.of("foreground", "--rows", "20000", "--rate", "100", "--seconds", "1"),
            List.of("slices", "--rows", "1000", "--max-slices", "4"),
            List.of("index", "--rows", "1000"))) {
      List<String> all = new ArrayList<>(List.of("bench"));
      all.addAll(study);
      all.addAll(
          List.of(
              "--driver-config",
              configuration("cassandra", "cassandra"),
              "--runs",
              "1",
              "--warm-up",
              "0",
              "--output",
              directory.resolve("out").toString()));

      CommandLineRun run = CommandLineRun.of(all.toArray(String[]::new));

      assertThat(run.exitCode()).as("%s", run).isZero();
      // Metrics of a node are out of reach there, traces are not.
      assertThat(run.out()).contains("none gave a wrong number").doesNotContain("replica");
      assertThat(ownKeyspaceExists()).isFalse();
    }
  }

  @Test
  void should_refuse_without_permission_before_anything_is_loaded() throws IOException {
    CommandLineRun run = bench("nobody", "secret");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .contains("nobody has no CREATE permission on <all keyspaces>")
        .contains("GRANT CREATE ON ALL KEYSPACES", "Nothing was loaded.");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void should_leave_a_keyspace_alone_that_it_has_not_made() throws IOException {
    session.execute("CREATE KEYSPACE " + OWN + REPLICATION);
    session.execute("CREATE TABLE " + OWN + ".mine (k int PRIMARY KEY)");

    CommandLineRun run = bench("cassandra", "cassandra");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).contains("a keyspace " + OWN + " that bench has not made");
    assertThat(ownKeyspaceExists()).isTrue();
  }

  @Test
  void should_leave_a_keyspace_alone_that_was_made_while_it_generated_rows() throws IOException {
    Connection connection =
        CommandLine.populateCommand(
            new Connection(), "--driver-config", configuration("cassandra", "cassandra"));
    try (ClusterTargets targets = ClusterTargets.connect(connection.cluster, false, true)) {
      targets.check(0, Console.plain());
      session.execute("CREATE KEYSPACE " + OWN + REPLICATION);

      assertThatThrownBy(() -> targets.open("native", NodeVariant.LATE_DEADLINE, Console.plain()))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("bench has not made");
    }
    assertThat(ownKeyspaceExists()).isTrue();
  }

  private static final class Connection {
    @Mixin private ClusterOptions cluster;
  }

  @Test
  void should_drop_its_keyspace_when_it_is_ended() throws IOException, InterruptedException {
    StartScript script = new StartScript(directory);
    Process study =
        script.start(
            "bench",
            "page-size",
            "--driver-config",
            configuration("cassandra", "cassandra"),
            "--rows",
            "20000",
            "--runs",
            "1000",
            "--output",
            directory.resolve("out").toString());
    try {
      Path unfinished = directory.resolve("out").resolve("page-size.unfinished.jsonl");
      long deadline = System.nanoTime() + TIMEOUT.toNanos();
      while (!Files.exists(unfinished) || !Files.readString(unfinished).contains("\"exact\"")) {
        assertThat(study.isAlive()).as(Files.readString(script.errors())).isTrue();
        assertThat(System.nanoTime()).isLessThan(deadline);
        study.waitFor(50, TimeUnit.MILLISECONDS);
      }

      study.destroy();

      assertThat(study.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(ownKeyspaceExists()).isFalse();
      assertThat(unfinished).content().doesNotContain("failed");
      assertThat(Path.of(unfinished + ".lock")).doesNotExist();
      assertThat(script.errors()).content().doesNotContain("Error", "\tat ");
    } finally {
      study.destroyForcibly();
    }
  }

  @Test
  void should_replace_what_a_killed_study_has_left_when_it_resumes()
      throws IOException, InterruptedException {
    session.execute("CREATE KEYSPACE " + OWN + REPLICATION);
    session.execute(
        "CREATE TABLE "
            + OWN
            + ".readings (k int PRIMARY KEY) WITH comment = 'made by cassandra-stats bench'");

    CommandLineRun refused = bench("cassandra", "cassandra", "--runs", "1");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.error()).contains("from a run of bench that was killed", "--resume");

    CommandLineRun nothing = bench("cassandra", "cassandra", "--runs", "1", "--resume");
    assertThat(nothing.exitCode()).as("%s", nothing).isEqualTo(1);
    assertThat(nothing.error()).contains("nothing to resume");
    assertThat(ownKeyspaceExists()).isTrue();
  }

  private static boolean ownKeyspaceExists() {
    return session
            .execute("SELECT * FROM system_schema.keyspaces WHERE keyspace_name = '" + OWN + "'")
            .one()
        != null;
  }

  private CommandLineRun bench(String role, String password, String... more) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "bench",
                "page-size",
                "--driver-config",
                configuration(role, password),
                "--rows",
                "5000",
                "--page-sizes",
                "100,5000",
                "--warm-up",
                "0",
                "--output",
                directory.resolve("out").toString()));
    all.addAll(List.of(more));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  private String configuration(String role, String password) {
    return node.configuration(directory, role, password).toString();
  }
}
