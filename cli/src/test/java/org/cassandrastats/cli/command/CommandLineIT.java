/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandLineIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final String VERSION = CatalogueFile.read().version();
  private static final int ENDED_BY_SIGTERM = 143;

  @TempDir private Path directory;

  private StartScript script;

  @BeforeEach
  void prepare() {
    script = new StartScript(directory);
  }

  @Test
  void should_keep_a_node_with_the_pack_until_it_is_stopped()
      throws IOException, InterruptedException {
    int port = freePort();
    String portText = Integer.toString(port);

    CommandLineRun started = script.run("node", "start", "--port", portText);
    try {
      assertThat(started.exitCode()).as(started.toString()).isZero();
      assertThat(started.out()).contains("cqlsh 127.0.0.1 " + port);
      assertThat(started.error())
          .containsPattern("Starting Cassandra 5.0.9: 100 %, answers CQL, in ");
      assertThat(answerOfTheHint(started, port)).contains("count:", "mean:");
      assertThat(meanOfPositions(port)).isEqualTo(-0.2);
      assertNextSteps(port);
      assertArchivedClasses(port);

      CommandLineRun again = script.run("node", "start", "--port", portText);
      assertThat(again.exitCode()).as(again.toString()).isZero();
      assertThat(again.error()).contains("already runs on port " + port);

      CommandLineRun other =
          script.run("node", "start", "--port", portText, "--version", "6.0-alpha2");
      assertThat(other.exitCode()).as(other.toString()).isEqualTo(1);
      assertThat(other.error()).contains("Cassandra 5.0.9 already runs");

      CommandLineRun status = script.run("node", "status");
      assertThat(status.out()).contains("5.0.9", portText, "running", VERSION);
    } finally {
      CommandLineRun stopped = script.run("node", "stop");
      assertThat(stopped.exitCode()).as(stopped.toString()).isZero();
    }
    assertThat(script.run("node", "status").out()).contains("No local node runs");
    assertThat(directory.resolve("state/cassandra-stats/nodes")).isEmptyDirectory();
  }

  /** The first call that succeeds leaves the classes that it has loaded to the next ones. */
  private void assertArchivedClasses(int port) throws IOException, InterruptedException {
    Path cache = directory.resolve("cache");
    StartScript calls = new StartScript(directory).with("XDG_CACHE_HOME", cache);
    String node = "127.0.0.1:" + port;

    String[] refused = {"query", "--contact-point", node, "SELECT count(*) FROM no.thing"};
    CommandLineRun failed = calls.run(refused);
    String ofFailed = archives(cache);
    CommandLineRun succeeded = calls.run("verify", "--contact-point", node);
    String ofSucceeded = archives(cache);
    CommandLineRun failedAgain = calls.run(refused);
    String kept = archives(cache);

    assertThat(ofFailed).matches("\\[\\d+\\.jsa\\.\\d+]");
    assertThat(ofSucceeded).matches("\\[(\\d+\\.jsa\\.\\d+), \\1\\.connected]");
    assertThat(kept).matches("\\[\\d+\\.jsa]");
    assertThat(succeeded.exitCode()).as(succeeded.toString()).isZero();
    assertThat(failed.exitCode()).as(failed.toString()).isEqualTo(1);
    assertThat(failedAgain).isEqualTo(failed);
  }

  private static String archives(Path cache) throws IOException {
    try (Stream<Path> files = Files.list(cache.resolve("cassandra-stats"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().toString();
    }
  }

  @Test
  @Tag("extended")
  void should_keep_a_node_of_the_native_lane() throws IOException, InterruptedException {
    int port = freePort();
    String portText = Integer.toString(port);

    Path kept = directory.resolve("kept");

    CommandLineRun started =
        script.run(
            "node",
            "start",
            "--native",
            "--cursor-reads",
            "--port",
            portText,
            "--dir",
            kept.toString());
    try {
      assertThat(started.exitCode()).as(started.toString()).isZero();
      assertThat(valueOf("cassandra.stats.cursor_reads", port)).isEqualTo("true");
      assertThat(answerOfTheHint(started, port)).contains("count:", "mean:");
      assertThat(started.out()).containsPattern("\\| native +\\| - +\\| " + VERSION + " ");
      assertThat(meanOfPositions(port)).isEqualTo(-0.2);

      CommandLineRun again = script.run("node", "start", "--native", "--port", portText);
      assertThat(again.exitCode()).as(again.toString()).isZero();
      CommandLineRun other = script.run("node", "start", "--port", portText);
      assertThat(other.exitCode()).as(other.toString()).isEqualTo(1);
      assertThat(other.error())
          .contains("A node of the native lane already runs on port " + port)
          .contains("cassandra-stats node stop --port " + port);

      CommandLineRun status = script.run("node", "status");
      assertThat(status.out()).containsPattern("running +\\| native +\\| - +\\| " + VERSION + " ");
    } finally {
      CommandLineRun stopped = script.run("node", "stop");
      assertThat(stopped.exitCode()).as(stopped.toString()).isZero();
    }
    assertThat(kept.resolve("storage/data")).isDirectory();
  }

  @Test
  void should_leave_nothing_of_a_demo_that_is_ended() throws IOException, InterruptedException {
    Process demo = script.start("demo");
    try {
      awaitText("Starting Cassandra", demo);
      List<ProcessHandle> node = demo.descendants().toList();
      assertThat(node).isNotEmpty();

      demo.destroy();

      assertThat(demo.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(demo.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(node).noneMatch(ProcessHandle::isAlive);
      assertThat(directories(script.temporaryFiles())).isEmpty();
      assertThat(script.errors()).content().doesNotContain("Error", "\tat ");
    } finally {
      demo.descendants().forEach(ProcessHandle::destroyForcibly);
      demo.destroyForcibly();
    }
  }

  @Test
  void should_demo_generated_data_in_both_lanes() {
    CommandLineRun run = CommandLineRun.of("demo", "--rows", "5200");

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out())
        .contains(
            "UDF threads on",
            "5,200 rows",
            "Cursor reads are on: the native lane",
            "tdigest_quantiles(",
            "histogram_counts(")
        .containsPattern("avg\\(value\\), built in ( +\\S+){2} +\\d+\\.\\d( +\\d+\\.\\d\\d){2} \\R")
        .containsPattern("native: [3-5].* runs over 5,200 rows; CQL: .* runs? over 2,000 rows")
        .containsPattern("All \\d+ results are within .*,\\R.* same bytes over 2,000 rows")
        .contains("bin/cassandra-stats node start");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  @Tag("extended")
  void should_demo_a_column_of_a_file() throws IOException {
    Path file = directory.resolve("values.csv");
    Files.write(
        file, IntStream.rangeClosed(0, 100).mapToObj(i -> i == 0 ? "n,x" : "a," + i).toList());

    CommandLineRun run =
        CommandLineRun.of(
            "demo", "--csv", file.toString(), "--column", "x", "--udf-threads", "off");

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out())
        .contains("UDF threads off", "100 rows", "column x of values.csv")
        .containsPattern("mean\\(value\\) +50.5 +0 ")
        .containsPattern("variance\\(value\\) +841.667 ");
  }

  /**
   * The demo's last words, on a node that has been started. That cqlsh runs the file is tested
   * elsewhere.
   */
  private void assertNextSteps(int port) throws IOException, InterruptedException {
    StringWriter text = new StringWriter();
    DemoCommand.nextSteps(new PrintWriter(text, true));
    assertThat(text.toString()).contains("  bin/cassandra-stats node start\n");
    Matcher file = Pattern.compile("cqlsh 127.0.0.1 9042 -f (\\S+)").matcher(text.toString());
    assertThat(file.find()).isTrue();
    String[] statements = GuideCommands.read(file.group(1)).replaceAll("(?m)^--.*", "").split(";");
    try (CqlSession session = session(port)) {
      Arrays.stream(statements).filter(cql -> !cql.isBlank()).forEach(session::execute);
    }
    Matcher query =
        Pattern.compile("query --contact-point 127.0.0.1:9042 \\\\\\s+\"([^\"]+)\"")
            .matcher(text.toString());
    assertThat(query.find()).isTrue();
    CommandLineRun asked =
        script.run("query", "--contact-point", "127.0.0.1:" + port, query.group(1));
    assertThat(asked.exitCode()).as(asked.toString()).isZero();
    assertThat(asked.out()).contains("20.57142857142857");
  }

  /** What the query that a command suggests gives. */
  private static String answerOfTheHint(CommandLineRun run, int port) {
    Matcher query = Pattern.compile("-e \"(SELECT [^\"]+)\"").matcher(run.out());
    assertThat(query.find()).as("%s", run).isTrue();
    try (CqlSession session = session(port)) {
      return session.execute(query.group(1)).one().getFormattedContents();
    }
  }

  private static CqlSession session(int port) {
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .withLocalDatacenter(LocalSessions.DATACENTER)
        .build();
  }

  private static double meanOfPositions(int port) {
    try (CqlSession session = session(port)) {
      return session
          .execute(
              "SELECT stats.mean(position) FROM system_schema.columns"
                  + " WHERE keyspace_name = 'system_schema' AND table_name = 'indexes'")
          .one()
          .getDouble(0);
    }
  }

  private static String valueOf(String feature, int port) {
    try (CqlSession session = session(port)) {
      return session
          .execute("SELECT value FROM stats_admin.features WHERE name = ?", feature)
          .one()
          .getString(0);
    }
  }

  private void awaitText(String text, Process writer) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!Files.readString(script.errors()).contains(text)) {
      assertThat(writer.isAlive()).as(Files.readString(script.errors())).isTrue();
      assertThat(System.nanoTime()).isLessThan(deadline);
      writer.waitFor(100, TimeUnit.MILLISECONDS);
    }
  }

  private static List<Path> directories(Path parent) throws IOException {
    try (var files = Files.list(parent)) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
