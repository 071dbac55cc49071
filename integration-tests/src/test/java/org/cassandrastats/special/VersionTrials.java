/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.special;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.live.KnownAnswers;
import org.cassandrastats.live.LiveNode;

/** What the pack is for, tried on a node: a right answer, or a {@link FailedTrial}. */
final class VersionTrials {
  private static final int ROWS = 100;

  private final LiveNode node;
  private final CqlSession session;
  private final boolean inClient;

  /**
   * Makes a table of the numbers from 0 to 99, one a minute.
   *
   * @param inClient whether the client is to work out what the node has no functions for
   */
  VersionTrials(LiveNode node, boolean inClient) {
    this.node = node;
    this.session = node.session();
    this.inClient = inClient;
    session.execute(
        "CREATE KEYSPACE trial WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("CREATE TABLE trial.rows (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    PreparedStatement insert =
        session.prepare("INSERT INTO trial.rows (k, at, v) VALUES (1, ?, ?)");
    Instant start = Instant.parse("2026-07-01T00:00:00Z");
    for (int row = 0; row < ROWS; row++) {
      session.execute(insert.bind(start.plusSeconds(60L * row), (double) row));
    }
  }

  /** The examples of all functions and aggregates. */
  void functions() {
    answered("SELECT stats.stats_version() FROM system.local");
    KnownAnswers.assertRight(session, "stats");
  }

  /** A column that takes states and nothing else. */
  void columnTypes() {
    answered(
        "CREATE TABLE trial.typed (k int PRIMARY KEY, digest"
            + " 'org.cassandrastats.types.TdigestType')");
    String insert = "INSERT INTO trial.typed (k, digest) VALUES (1, %s)";
    session.execute(insert.formatted("0x010114c8000200000000000000000440"));
    try {
      session.execute(insert.formatted("0x80"));
      throw new FailedTrial("the bytes 0x80, which are no state, are written, too");
    } catch (InvalidQueryException right) {
      assertThat(right).hasMessageContaining("not a tdigest state");
    }
    assertThat(session.execute("SELECT count(digest) FROM trial.typed").one().getLong(0)).isOne();
  }

  /** A question over the whole table. */
  void query() {
    assertThat(
            command(
                "query",
                "--format",
                "csv",
                "SELECT count(*) AS rows, stats.mean(v) AS mean FROM trial.rows"))
        .isEqualToIgnoringNewLines("rows,mean100,49.5");
  }

  /** States of hours, of which there are two. */
  void rollup() {
    command(
        "rollup",
        "--from=trial.rows",
        "--time=at",
        "--bucket=1h",
        "--state=moments(v)",
        "--into=trial.hours");
    assertThat(session.execute("SELECT count(moments_v) FROM trial.hours").one().getLong(0))
        .isEqualTo(2);
  }

  /** Chunks of hours, which the tool reads back and compares itself. */
  void pack() {
    command(
        "pack",
        "--from=trial.rows",
        "--time=at",
        "--bucket=1h",
        "--column=v",
        "--into=trial.chunks");
    assertThat(session.execute("SELECT count(v) FROM trial.chunks").one().getLong(0)).isEqualTo(2);
  }

  private void answered(String cql) {
    try {
      session.execute(cql);
    } catch (DriverException refused) {
      throw new FailedTrial(refused.getMessage());
    }
  }

  private String command(String name, String... arguments) {
    List<String> line = new ArrayList<>(List.of(name));
    line.add("--contact-point=%s:%s".formatted((Object[]) node.cqlshAddress()));
    if (inClient && !name.equals("pack")) {
      line.add("--lane=client");
    }
    line.addAll(List.of(arguments));
    CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));
    if (run.exitCode() != 0) {
      throw new FailedTrial(run.error());
    }
    return run.out();
  }
}
