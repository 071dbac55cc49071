/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsListener;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.client.cql.Select.Expression;
import org.cassandrastats.client.function.PackFunctions;
import org.cassandrastats.client.function.Selection;
import org.cassandrastats.client.function.SelectionCompiler;
import org.cassandrastats.client.function.TableColumns;
import org.cassandrastats.client.run.RequestTally.RunContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How parts are halved and repeated, and that each key counts once. The runs wait most of the time.
 */
@Execution(ExecutionMode.CONCURRENT)
final class SplitRunTest {
  private static final int KEYS = 500;

  @TempDir private Path directory;

  private final RequestTally tally = new RequestTally();

  private static Set<Long> keys(long seed) {
    Random random = new Random(seed);
    Set<Long> keys = new HashSet<>(List.of(Long.MIN_VALUE, Long.MAX_VALUE));
    while (keys.size() < KEYS) {
      // Most are close together, so that widths say little about how many there are.
      keys.add(random.nextInt(5) == 0 ? random.nextLong() : random.nextInt(10_000));
    }
    return keys;
  }

  private static Selection count() {
    Expression count = new Expression.Call(null, "count", List.of(new Expression.Star()));
    return new SelectionCompiler(PackFunctions.load(), "stats", new TableColumns(null, Set.of()))
        .compile(List.of(new Select.Selector("count", count)));
  }

  private RunContext context(StatsListener listener) {
    StatsOptions options =
        StatsOptions.standard()
            .withTargetTime(Duration.ofMillis(1))
            .withRetryTimeout(Duration.ofSeconds(30));
    return new RunContext(count(), options, new NodeSlots(4), tally, listener);
  }

  private static List<String> lines(RunFile file) {
    List<String> lines = new ArrayList<>();
    file.forEach(lines::add);
    return lines;
  }

  private static long value(PartialResult partial) {
    return (Long) count().values(partial.merged()).get(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void should_count_every_key_once_whatever_fails(long seed) throws InterruptedException {
    KeysSource source = new KeysSource(keys(seed), 40, 0.1, seed);

    PartialResult partial =
        new SplitRun<>(source, context(progress -> {}), Optional.empty(), Optional.empty())
            .execute();

    assertThat(value(partial)).as("seed %d", seed).isEqualTo(KEYS);
    assertThat(tally.statistics().rows()).isEqualTo(KEYS);
    assertThat(tally.statistics().halvedRanges()).isPositive();
    assertThat(tally.statistics().failedRequests()).isPositive();
  }

  @Test
  void should_stop_at_a_range_that_cannot_be_halved() {
    KeysSource source = new KeysSource(Set.of(7L), 0, 0, 1);
    StatsOptions shortTimeout = StatsOptions.standard().withRetryTimeout(Duration.ofMillis(300));
    RunContext context =
        new RunContext(count(), shortTimeout, new NodeSlots(4), tally, progress -> {});

    assertThatThrownBy(
            () -> new SplitRun<>(source, context, Optional.empty(), Optional.empty()).execute())
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("cannot be read, and not be cut further: 6 requests have failed");
  }

  @Test
  void should_stop_when_nothing_succeeds() {
    KeysSource source = new KeysSource(keys(1), 0, 0, 1);
    StatsOptions shortTimeout = StatsOptions.standard().withRetryTimeout(Duration.ofMillis(1));
    RunContext context =
        new RunContext(count(), shortTimeout, new NodeSlots(4), tally, progress -> {});

    assertThatThrownBy(
            () -> new SplitRun<>(source, context, Optional.empty(), Optional.empty()).execute())
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("No request has succeeded for 0 s");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void should_go_on_from_a_file(long seed) throws InterruptedException {
    Path path = directory.resolve("run");
    AtomicLong finished = new AtomicLong();
    StatsListener failing =
        progress -> {
          if (finished.incrementAndGet() == 7) {
            throw new StatsException("enough");
          }
        };
    try (RunFile file = RunFile.open(path, "query")) {
      KeysSource source = new KeysSource(keys(seed), 40, 0.1, seed);
      assertThatThrownBy(
              () ->
                  new SplitRun<>(source, context(failing), Optional.empty(), Optional.of(file))
                      .execute())
          .hasMessage("enough");
    }

    try (RunFile file = RunFile.open(path, "query")) {
      assertThat(lines(file)).hasSizeGreaterThanOrEqualTo(7);
      KeysSource source = new KeysSource(keys(seed), 40, 0.1, seed);
      PartialResult partial =
          new SplitRun<>(source, context(progress -> {}), Optional.empty(), Optional.of(file))
              .execute();
      assertThat(value(partial)).isEqualTo(KEYS);
    }
    try (RunFile file = RunFile.open(path, "query")) {
      KeysSource source = new KeysSource(keys(seed), 0, 1, seed);
      PartialResult partial =
          new SplitRun<>(source, context(progress -> {}), Optional.empty(), Optional.of(file))
              .execute();
      assertThat(value(partial)).as("from the file alone").isEqualTo(KEYS);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void should_hand_over_rows_in_their_order(long seed) throws InterruptedException {
    Set<Long> keys = keys(seed);
    KeysSource source = new KeysSource(keys, 40, 0.1, seed, 0, true);
    List<Object> rows = new ArrayList<>();
    PartialResult.Gate gate = new PartialResult.Gate(List.of("key"), row -> rows.add(row.get(0)));

    PartialResult partial =
        new SplitRun<>(source, context(progress -> {}), Optional.of(gate), Optional.empty())
            .execute();

    assertThat(rows).as("seed %d", seed).isEqualTo(new ArrayList<Object>(new TreeSet<>(keys)));
    assertThat(partial.groups()).as("what is handed over is forgotten").isEmpty();
    assertThat(gate.isFull()).isFalse();
  }

  @Test
  void should_keep_no_answer_for_each_request_in_the_file() throws Exception {
    Path path = directory.resolve("run");
    int padding = 20_000;
    // What eight requests at the same time can leave between gaps, in lines of base 64.
    long compactSize = 9L * (padding * 4L / 3 + 100);
    AtomicLong finished = new AtomicLong();
    try (RunFile file = RunFile.open(path, "query")) {
      KeysSource source = new KeysSource(keys(1), 2, 0, 1, padding, false);
      new SplitRun<>(
              source,
              context(progress -> finished.incrementAndGet()),
              Optional.empty(),
              Optional.of(file))
          .execute();
    }

    assertThat(finished.get() * padding).as("what was answered").isGreaterThan(4L << 20);
    assertThat(Files.size(path)).isLessThan((1L << 20) + 5 * compactSize);
    try (RunFile file = RunFile.open(path, "query")) {
      KeysSource source = new KeysSource(keys(1), 0, 1, 1);
      PartialResult partial =
          new SplitRun<>(source, context(progress -> {}), Optional.empty(), Optional.of(file))
              .execute();
      assertThat(value(partial)).as("from the file alone").isEqualTo(KEYS);
    }
  }

  @Test
  void should_refuse_a_file_of_another_query_and_one_in_use() {
    Path path = directory.resolve("run");
    try (RunFile file = RunFile.open(path, "query")) {
      assertThat(lines(file)).isEmpty();
      assertThatThrownBy(() -> RunFile.open(path, "query")).hasMessageContaining("in use");
    }
    assertThatThrownBy(() -> RunFile.open(path, "other"))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("not of this query");
    assertThatThrownBy(() -> RunFile.open(directory.resolve("absent/run"), "query"))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("cannot be used");
  }
}
