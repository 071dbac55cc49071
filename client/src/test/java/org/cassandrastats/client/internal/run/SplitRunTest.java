/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.function.PackFunctions;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.function.SelectionCompiler;
import org.cassandrastats.client.internal.function.TableColumns;
import org.cassandrastats.client.internal.run.RequestCounts.RunContext;
import org.cassandrastats.client.internal.split.Grouping;
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
  private static final Selection.Key KEY = new Selection.Key("key", "key", DataTypes.BIGINT);
  private static final Grouping ALL_ROWS = grouping(List.of());
  private static final Grouping EACH_GROUP = grouping(List.of(KEY));

  @TempDir private Path directory;

  private final RequestCounts tally = new RequestCounts(new RunMetrics());

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
    return count(ALL_ROWS);
  }

  private static Selection count(Grouping grouping) {
    Expression count = new Expression.Call(null, "count", List.of(new Expression.Star()));
    return new SelectionCompiler(PackFunctions.all(), "stats", new TableColumns(null, Set.of()))
        .compile(List.of(new Select.Selector("count", count)), grouping.keys());
  }

  private static Grouping grouping(List<Selection.Key> keys) {
    return new Grouping(!keys.isEmpty(), keys, 0, "", Optional.empty(), false, false, false, false);
  }

  private RunContext context(StatsListener listener) {
    return context(ALL_ROWS, listener);
  }

  private RunContext context(Grouping grouping, StatsListener listener) {
    StatsOptions options =
        StatsOptions.standard()
            .withTargetTime(Duration.ofMillis(1))
            .withRetryTimeout(Duration.ofSeconds(30));
    return new RunContext(
        count(grouping), grouping, options, SplitClient::daemon, slots(), tally, listener);
  }

  private static NodeSlots.OfQuery slots() {
    return new NodeSlots().ofQuery(4, new RunMetrics());
  }

  private static List<String> lines(RunFile file) {
    List<String> lines = new ArrayList<>();
    file.forEach(lines::add);
    return lines;
  }

  private static List<List<ByteBuffer>> groups(
      KeysSource source, RunContext context, Optional<RunFile> file) throws InterruptedException {
    List<List<ByteBuffer>> groups = new ArrayList<>();
    new SplitRun<>(source, context, groups::add, file).execute();
    return groups;
  }

  private static long value(List<List<ByteBuffer>> groups) {
    assertThat(groups).hasSize(1);
    return (Long) count().values(groups.get(0)).get(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void should_count_every_key_once_whatever_fails(long seed) throws InterruptedException {
    KeysSource source = new KeysSource(keys(seed), 40, 0.1, seed);

    List<List<ByteBuffer>> groups = groups(source, context(progress -> {}), Optional.empty());

    assertThat(value(groups)).as("seed %d", seed).isEqualTo(KEYS);
    assertThat(tally.statistics().rows()).isEqualTo(KEYS);
    assertThat(tally.statistics().halvedRanges()).isPositive();
    assertThat(tally.statistics().failedRequests()).isPositive();
  }

  @Test
  void should_stop_at_a_range_that_cannot_be_halved() {
    KeysSource source = new KeysSource(Set.of(7L), 0, 0, 1);
    StatsOptions shortTimeout = StatsOptions.standard().withRetryTimeout(Duration.ofMillis(300));
    RunContext context =
        new RunContext(
            count(), ALL_ROWS, shortTimeout, SplitClient::daemon, slots(), tally, progress -> {});

    assertThatThrownBy(() -> groups(source, context, Optional.empty()))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("cannot be read, and not be cut further: 6 requests have failed");
  }

  @Test
  void should_stop_when_nothing_succeeds() {
    KeysSource source = new KeysSource(keys(1), 0, 0, 1);
    StatsOptions shortTimeout = StatsOptions.standard().withRetryTimeout(Duration.ofMillis(1));
    RunContext context =
        new RunContext(
            count(), ALL_ROWS, shortTimeout, SplitClient::daemon, slots(), tally, progress -> {});

    assertThatThrownBy(() -> groups(source, context, Optional.empty()))
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
      assertThatThrownBy(() -> groups(source, context(failing), Optional.of(file)))
          .hasMessage("enough");
    }

    try (RunFile file = RunFile.open(path, "query")) {
      assertThat(lines(file)).hasSizeGreaterThanOrEqualTo(7);
      KeysSource source = new KeysSource(keys(seed), 40, 0.1, seed);
      assertThat(value(groups(source, context(progress -> {}), Optional.of(file)))).isEqualTo(KEYS);
    }
    try (RunFile file = RunFile.open(path, "query")) {
      KeysSource source = new KeysSource(keys(seed), 0, 1, seed);
      assertThat(value(groups(source, context(progress -> {}), Optional.of(file))))
          .as("from the file alone")
          .isEqualTo(KEYS);
    }
  }

  private static final long GROUP = 700;

  private static KeysSource grouped(Set<Long> keys, int mostKeys, double failing, long seed) {
    return new KeysSource(keys, mostKeys, failing, seed, 0, key -> Math.floorDiv(key, GROUP));
  }

  private static Map<Long, Long> counts(List<List<ByteBuffer>> groups) {
    Map<Long, Long> counts = new LinkedHashMap<>();
    for (List<ByteBuffer> group : groups) {
      Long before = counts.put(group.get(0).getLong(0), group.get(1).getLong(0));
      assertThat(before).as("a group that was handed over twice").isNull();
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void should_give_each_group_once_and_in_order_wherever_it_is_cut(long seed)
      throws InterruptedException {
    Set<Long> keys = keys(seed);
    Map<Long, Long> expected = new TreeMap<>();
    keys.forEach(key -> expected.merge(Math.floorDiv(key, GROUP), 1L, Long::sum));
    RunContext context = context(EACH_GROUP, progress -> {});
    List<List<ByteBuffer>> first = new ArrayList<>();
    int wanted = expected.size() / 3;

    Map<Long, Long> all = counts(groups(grouped(keys, 40, 0.1, seed), context, Optional.empty()));
    new SplitRun<>(
            grouped(keys, 40, 0.1, seed),
            context,
            group -> first.add(group) && first.size() < wanted,
            Optional.empty())
        .execute();

    assertThat(all).as("seed %d", seed).containsExactlyEntriesOf(expected);
    assertThat(first).as("no more than are wanted").hasSize(wanted);
    assertThat(all).containsAllEntriesOf(counts(first));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void should_go_on_with_groups_from_a_file(long seed) throws InterruptedException {
    Path path = directory.resolve("run");
    Set<Long> keys = keys(seed);
    Map<Long, Long> expected = new TreeMap<>();
    keys.forEach(key -> expected.merge(Math.floorDiv(key, GROUP), 1L, Long::sum));
    AtomicLong finished = new AtomicLong();
    StatsListener failing =
        progress -> {
          if (finished.incrementAndGet() == 7) {
            throw new StatsException("enough");
          }
        };
    try (RunFile file = RunFile.open(path, "query")) {
      assertThatThrownBy(
              () ->
                  groups(
                      grouped(keys, 40, 0.1, seed),
                      context(EACH_GROUP, failing),
                      Optional.of(file)))
          .hasMessage("enough");
    }

    for (double failures : new double[] {0.1, 1}) {
      try (RunFile file = RunFile.open(path, "query")) {
        Map<Long, Long> all =
            counts(
                groups(
                    grouped(keys, 40, failures, seed),
                    context(EACH_GROUP, progress -> {}),
                    Optional.of(file)));
        assertThat(all).as("seed %d", seed).containsExactlyEntriesOf(expected);
      }
    }
  }

  @Test
  void should_keep_no_answer_for_each_request_in_the_file() throws Exception {
    Path path = directory.resolve("run");
    int padding = 20_000;
    // What eight requests at the same time can leave between gaps, in lines of base 64.
    long compactSize = 9L * (padding * 4L / 3 + 100);
    AtomicLong finished = new AtomicLong();
    try (RunFile file = RunFile.open(path, "query")) {
      KeysSource source = new KeysSource(keys(1), 2, 0, 1, padding, null);
      groups(source, context(progress -> finished.incrementAndGet()), Optional.of(file));
    }

    assertThat(finished.get() * padding).as("what was answered").isGreaterThan(4L << 20);
    assertThat(Files.size(path)).isLessThan((1L << 20) + 5 * compactSize);
    try (RunFile file = RunFile.open(path, "query")) {
      KeysSource source = new KeysSource(keys(1), 0, 1, 1);
      assertThat(value(groups(source, context(progress -> {}), Optional.of(file))))
          .as("from the file alone")
          .isEqualTo(KEYS);
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
