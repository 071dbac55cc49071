/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.LocalCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RoundsTest {
  private static final Cell CELL = Cell.of("native");

  @TempDir private Path directory;

  /** Asks twice in each run: the second request takes two seconds. */
  private record Twice(Attempt first) implements Rounds.Question {
    @Override
    public Attempt ask(Cell cell, boolean traced) {
      return first;
    }

    @Override
    public Attempt askBesides(Cell cell, boolean traced, Attempt attempt) {
      return attempt.with("again_seconds", 2);
    }
  }

  /** Nodes that nobody can look into. */
  private static final class Unwatched implements Target {
    @Override
    public String lane() {
      return CELL.lane();
    }

    @Override
    public CqlSession session() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<CqlSession> session(DriverConfigLoader configuration) {
      return Optional.empty();
    }

    @Override
    public String functions() {
      return "stats";
    }

    @Override
    public void flushAndCompact(String keyspace) {}

    @Override
    public List<NodeManagement> management() {
      return List.of();
    }

    @Override
    public Optional<LocalCluster> cluster() {
      return Optional.empty();
    }

    @Override
    public void requireRunning() {}

    @Override
    public void close() {}
  }

  private List<Attempt> measured(Attempt first) {
    try (RunLog log = RunLog.open(directory.resolve("runs.jsonl"), Map.of(), RunLog.Mode.RESTART)) {
      new Rounds(log, Console.plain(), 0, 1)
          .measure("Measuring", List.of(CELL), Rounds.UNTRACED, new Unwatched(), new Twice(first));
      return log.results().runs().stream().map(MeasuredRun::attempt).toList();
    }
  }

  @Test
  void should_add_what_is_asked_besides_to_the_run() {
    assertThat(measured(Attempt.exact(1, null)))
        .containsExactly(Attempt.exact(1, null).with("again_seconds", 2));
  }

  @Test
  void should_not_let_a_second_request_cover_a_wrong_answer() {
    assertThat(measured(Attempt.wrong(1, "the mean is 3")))
        .containsExactly(Attempt.wrong(1, "the mean is 3"));
  }
}
