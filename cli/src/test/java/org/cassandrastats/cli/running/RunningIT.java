/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.command.Awaited;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command lists and stops what runs on a node. */
@ExtendWith(NativeNodeExtension.class)
final class RunningIT {
  private static final int ROWS = 20_000;
  private static final int BATCH = 500;
  private static final String SELECT = "SELECT avg(v), count(*) FROM shop.readings WHERE p = 1";
  private static final Pattern ID = Pattern.compile("(127\\.0\\.0\\.1:\\d+/\\d+) ");

  private final NativeNode node;
  @TempDir private Path directory;
  private boolean wasEnabled;

  RunningIT(NativeNode node) {
    this.node = node;
    node.execute("CREATE TABLE shop.readings (p int, c int, v double, PRIMARY KEY (p, c))");
  }

  @BeforeEach
  void turnOn() throws Exception {
    wasEnabled = setEnabled(true);
  }

  @AfterEach
  void leaveAsItWas() throws Exception {
    setEnabled(wasEnabled);
  }

  /** Says whether it was so before. */
  private boolean setEnabled(boolean enabled) throws Exception {
    return (Boolean) node.set("org.cassandrastats:type=RunningAggregations", "Enabled", enabled);
  }

  /** A page of each row takes seconds. */
  private CompletionStage<AsyncResultSet> ask() {
    for (int from = 0; from < ROWS; from += BATCH) {
      BatchStatement batch = BatchStatement.newInstance(BatchType.UNLOGGED);
      for (int c = from; c < from + BATCH; c++) {
        batch =
            batch.add(
                SimpleStatement.newInstance(
                    "INSERT INTO shop.readings (p, c, v) VALUES (1, ?, ?)", c, (double) c));
      }
      node.session().execute(batch);
    }
    return node.session().executeAsync(SimpleStatement.newInstance(SELECT).setPageSize(1));
  }

  private CommandLineRun run(String role, String... arguments) {
    return CommandLineRun.of(
        node.line(directory, "running", role, role, arguments).toArray(String[]::new));
  }

  private CommandLineRun stop(String role, String... ids) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "running",
                "stop",
                "--driver-config",
                node.configuration(directory, role, role).toString()));
    arguments.addAll(List.of(ids));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void should_list_what_runs_and_stop_it() {
    CompletionStage<AsyncResultSet> answer = ask();
    CommandLineRun listed = run("cassandra");

    assertThat(listed.exitCode()).as("%s", listed).isZero();
    assertThat(listed.out())
        .startsWith("1 running, on 1 of 1 nodes\n")
        .contains("cassandra", "shop.readings", SELECT.replace("= 1", "= ?"));
    Matcher id = ID.matcher(listed.out());
    assertThat(id.find()).as("%s", listed).isTrue();

    CommandLineRun stopped = stop("cassandra", id.group(1));
    assertThat(stopped.exitCode()).as("%s", stopped).isZero();
    assertThat(stopped.out()).isEqualTo(id.group(1) + " was asked to stop.\n");
    assertThatThrownBy(() -> answer.toCompletableFuture().get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("was stopped");
    assertThat(run("cassandra").out()).isEqualTo("0 running, on 1 of 1 nodes\n");

    CommandLineRun again = stop("cassandra", id.group(1));
    assertThat(again.exitCode()).as("%s", again).isEqualTo(1);
    assertThat(again.error()).startsWith("Error: 127.0.0.1").contains("no aggregation ");
  }

  @Test
  void should_stop_the_others_where_one_has_ended() {
    CompletionStage<AsyncResultSet> answer = ask();
    Matcher id = ID.matcher(run("cassandra").out());
    assertThat(id.find()).isTrue();
    String ended = id.group(1).replaceAll("/.*", "/987654321");

    CommandLineRun stopped = stop("cassandra", ended, id.group(1));

    assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(1);
    assertThat(stopped.error()).contains("no aggregation 987654321 runs");
    assertThat(stopped.out()).isEqualTo(id.group(1) + " was asked to stop.\n");
    assertThatThrownBy(() -> answer.toCompletableFuture().get(30, TimeUnit.SECONDS))
        .hasMessageContaining("was stopped");
  }

  @Test
  void should_name_the_permission_that_a_role_lacks() throws Exception {
    String address = "127.0.0.1:" + node.node().address().getPort();
    node.execute("CREATE ROLE watcher WITH LOGIN = true AND PASSWORD = 'watcher'");

    CommandLineRun list = run("watcher");
    assertThat(list.exitCode()).as("%s", list).isEqualTo(1);
    assertThat(list.error()).contains("GRANT SELECT ON stats_admin.running_aggregations");
    CommandLineRun stop = stop("watcher", address + "/1");
    assertThat(stop.exitCode()).as("%s", stop).isEqualTo(1);
    assertThat(stop.error()).contains("GRANT MODIFY ON stats_admin.running_aggregations");

    node.execute("GRANT SELECT ON stats_admin.running_aggregations TO watcher");
    node.execute("GRANT MODIFY ON stats_admin.running_aggregations TO watcher");
    assertThat(Awaited.last(() -> run("watcher"), run -> run.exitCode() == 0).exitCode()).isZero();
    assertThat(
            Awaited.last(
                    () -> stop("watcher", address + "/1"), run -> !run.error().contains("GRANT"))
                .error())
        .contains("no aggregation 1 runs");
    assertThat(stop("watcher", "127.0.0.9:9042/1").error())
        .contains("There is no node 127.0.0.9:9042: the cluster has " + address);
  }

  @Test
  void should_say_where_nothing_is_watched() throws Exception {
    setEnabled(false);

    CommandLineRun run = run("cassandra");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.out()).isEqualTo("0 running, on 0 of 1 nodes\n");
    assertThat(run.error())
        .contains("not watched on this node", "-Dcassandra.stats.running_aggregations=true");
  }

  @Test
  void should_list_again_until_it_is_ended() throws Exception {
    long start = System.nanoTime();
    run("cassandra");
    long once = System.nanoTime() - start;
    CommandLineRun[] run = {null};
    Thread watching = new Thread(() -> run[0] = run("cassandra", "--watch", "0.05"));

    watching.start();
    // Most of the first time is that of the connection.
    TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(1) + 2 * once);
    watching.interrupt();
    watching.join();

    assertThat(run[0].exitCode()).as("%s", run[0]).isZero();
    assertThat(run[0].out().lines().toList())
        .hasSizeGreaterThan(2)
        .allMatch(line -> line.matches("\\d{4}-\\d\\d-.*Z  0 running, on 1 of 1 nodes"));
  }
}
