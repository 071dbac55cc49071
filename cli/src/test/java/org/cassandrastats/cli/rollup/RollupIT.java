/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a rollup holds, beside the exact values of the rows. */
@ExtendWith(NativeNodeExtension.class)
final class RollupIT {
  private static final long SEED = 20261121;
  private static final int SENSORS = 12;
  private static final String[] HOURLY = {
    "--from", "shop.measurement",
    "--time", "at",
    "--bucket", "1h",
    "--state", "moments(value)",
    "--state", "tdigest(value) AS digest, min_max_by(value, value)",
    "--state", "histogram(value, -20, 20, 8)",
    "--into", "shop.measurement_hourly"
  };

  private static NativeNode node;

  @TempDir private Path directory;

  /** The values of each sensor's hours; null where a row has none. */
  private static final Map<String, Map<Instant, List<Double>>> HOURS = new TreeMap<>();

  private static CommandLineRun first;

  @BeforeAll
  static void rollUp(NativeNode shared, @TempDir Path directory) {
    node = shared;
    node.execute(
        "CREATE TABLE shop.measurement (sensor text, at timestamp, value double, PRIMARY KEY (sensor, at))");
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    List<Object[]> rows = new ArrayList<>();
    for (int sensor = 0; sensor < SENSORS; sensor++) {
      addHours(rows, random, "s" + sensor, Instant.parse("1969-12-31T19:00:00Z"), 10);
      addHours(rows, random, "s" + sensor, Instant.parse("2026-07-01T00:00:00Z"), 60);
    }
    node.load("INSERT INTO shop.measurement (sensor, at, value) VALUES (?, ?, ?)", rows);
    first = node.run(directory, "rollup", HOURLY);
  }

  /**
   * Rows of some hours: the first and last millisecond of each, others between, and no row at all
   * in some.
   */
  private static void addHours(
      List<Object[]> rows, Random random, String sensor, Instant from, int hours) {
    for (int hour = 0; hour < hours; hour++) {
      Instant start = from.plus(hour, ChronoUnit.HOURS);
      if (random.nextInt(4) == 0) {
        continue;
      }
      TreeMap<Long, Double> values = new TreeMap<>();
      values.put(0L, random.nextGaussian() * 10);
      values.put(3_599_999L, null);
      for (int row = random.nextInt(20); row > 0; row--) {
        values.put(
            1 + (long) random.nextInt(3_599_000),
            random.nextInt(10) == 0 ? null : (Double) (random.nextGaussian() * 10));
      }
      values.forEach(
          (offset, value) -> rows.add(new Object[] {sensor, start.plusMillis(offset), value}));
      HOURS
          .computeIfAbsent(sensor, one -> new TreeMap<>())
          .put(start, new ArrayList<>(values.values()));
    }
  }

  @Test
  void should_hold_the_statistics_of_each_hour() {
    assertThat(first.exitCode()).as("%s", first).isZero();
    List<Row> rows =
        node.rows(
            "SELECT sensor, bucket, rows, stats.moments_count(moments_value), stats.moments_mean(moments_value),"
                + " stats.tdigest_count(digest), stats.tdigest_min(digest), stats.tdigest_max(digest),"
                + " stats.histogram_counts(histogram_value), stats.tdigest_quantile(digest, 0.5)"
                + " FROM shop.measurement_hourly");

    assertThat(rows).hasSize(HOURS.values().stream().mapToInt(Map::size).sum());
    for (Row row : rows) {
      List<Double> all = HOURS.get(row.getString(0)).get(row.getInstant(1));
      List<Double> values = sorted(all);
      double mean = values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
      assertThat(row.getLong(2)).isEqualTo(all.size());
      assertThat(row.getLong(3)).isEqualTo(values.size());
      assertThat(row.getDouble(4)).isEqualTo(mean, within(1e-12));
      assertThat(row.getLong(5)).isEqualTo(values.size());
      assertThat(row.getDouble(6)).isEqualTo(values.get(0));
      assertThat(row.getDouble(7)).isEqualTo(values.get(values.size() - 1));
      assertThat(row.getList(8, Long.class)).isEqualTo(counts(values));
      // So few values are all kept.
      assertThat(row.getDouble(9))
          .isEqualTo((values.get((values.size() - 1) / 2) + values.get(values.size() / 2)) / 2);
    }
  }

  @Test
  void should_hold_the_same_bytes_in_both_lanes() {
    String[] line = HOURLY.clone();
    line[line.length - 1] = "shop.measurement_client";
    CommandLineRun run =
        node.run(
            directory,
            "rollup",
            Stream.concat(Arrays.stream(line), Stream.of("--lane", "client", "--page-size", "7"))
                .toArray(String[]::new));

    assertThat(run.out()).isEqualTo(first.out().replace("_hourly", "_client"));
    String select =
        "SELECT sensor, bucket, rows, moments_value, digest, min_max_by_value_value, histogram_value FROM shop.measurement_";
    assertThat(node.rows(select + "client").stream().map(Row::getFormattedContents))
        .hasSizeGreaterThan(100)
        .containsExactlyElementsOf(
            node.rows(select + "hourly").stream().map(Row::getFormattedContents).toList());
  }

  @Test
  void should_merge_to_the_statistics_of_all_hours() {
    for (String sensor : HOURS.keySet()) {
      Row row =
          node.rows(
                  "SELECT sum(rows), stats.moments_count(stats.moments_merge(moments_value)),"
                      + " stats.moments_mean(stats.moments_merge(moments_value)),"
                      + " stats.moments_variance_pop(stats.moments_merge(moments_value)),"
                      + " stats.histogram_counts(stats.histogram_merge(histogram_value)),"
                      + " stats.extremes_values_double(stats.extremes_merge(min_max_by_value_value)),"
                      + " stats.tdigest_quantiles(stats.tdigest_merge(digest), [0.1, 0.5, 0.9])"
                      + " FROM shop.measurement_hourly WHERE sensor = ?",
                  sensor)
              .get(0);
      List<Double> all = new ArrayList<>();
      HOURS.get(sensor).values().forEach(all::addAll);
      List<Double> values = sorted(all);
      double mean = values.stream().mapToDouble(value -> value).sum() / values.size();
      double variance =
          values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum()
              / values.size();

      assertThat(row.getLong(0)).isEqualTo(all.size());
      assertThat(row.getLong(1)).isEqualTo(values.size());
      assertThat(row.getDouble(2)).isEqualTo(mean, within(1e-12));
      assertThat(row.getDouble(3)).isEqualTo(variance, within(1e-9));
      assertThat(row.getList(4, Long.class)).isEqualTo(counts(values));
      assertThat(row.getList(5, Double.class))
          .isEqualTo(List.of(values.get(0), values.get(values.size() - 1)));
      double[] quantiles = {0.1, 0.5, 0.9};
      for (int i = 0; i < quantiles.length; i++) {
        double estimate = row.getList(6, Double.class).get(i);
        long atMost = values.stream().filter(value -> value <= estimate).count();
        assertThat((double) atMost / values.size()).isEqualTo(quantiles[i], within(0.01));
      }
    }
  }

  @Test
  void should_write_nothing_when_nothing_is_new(@TempDir Path directory) {
    List<String> before = written("shop.measurement_hourly");

    CommandLineRun second = node.run(directory, "rollup", HOURLY);

    assertThat(second.exitCode()).as("%s", second).isZero();
    assertThat(second.out()).startsWith("0 buckets of 0 rows written to shop.measurement_hourly.");
    assertThat(written("shop.measurement_hourly")).isEqualTo(before);
  }

  @Test
  void should_say_what_it_has_written() {
    long buckets = HOURS.values().stream().mapToInt(Map::size).sum();
    long rows =
        HOURS.values().stream()
            .flatMap(hours -> hours.values().stream())
            .mapToInt(List::size)
            .sum();

    assertThat(first.out().lines().toList())
        .hasSize(2)
        .first()
        .isEqualTo(
            String.format(
                Locale.ROOT,
                "%,d buckets of %,d rows written to shop.measurement_hourly.",
                buckets,
                rows));
    assertThat(first.out()).contains("Complete until 2");
  }

  @Test
  void should_roll_up_a_rollup(@TempDir Path directory) {
    CommandLineRun run =
        node.run(
            directory,
            "rollup",
            "--from",
            "shop.measurement_hourly",
            "--time",
            "bucket",
            "--bucket",
            "1d",
            "--state",
            "moments_merge(moments_value) AS m, histogram_merge(histogram_value) AS h",
            "--into",
            "shop.measurement_daily");

    assertThat(run.exitCode()).as("%s", run).isZero();
    for (Row row :
        node.rows(
            "SELECT sensor, bucket, rows, stats.moments_count(m), stats.histogram_counts(h) FROM shop.measurement_daily")) {
      List<Double> all = new ArrayList<>();
      HOURS
          .get(row.getString(0))
          .forEach(
              (hour, values) -> {
                if (hour.truncatedTo(ChronoUnit.DAYS).equals(row.getInstant(1))) {
                  all.addAll(values);
                }
              });
      assertThat(row.getLong(2)).isEqualTo(all.size()).isPositive();
      assertThat(row.getLong(3)).isEqualTo(sorted(all).size());
      assertThat(row.getList(4, Long.class)).isEqualTo(counts(sorted(all)));
    }
    long days =
        HOURS.values().stream()
            .flatMap(
                hours ->
                    hours.keySet().stream()
                        .map(hour -> hour.truncatedTo(ChronoUnit.DAYS))
                        .distinct())
            .count();
    assertThat(node.rows("SELECT bucket FROM shop.measurement_daily")).hasSize((int) days);
  }

  @Test
  void should_make_typed_columns(@TempDir Path directory) {
    String[] typed = HOURLY.clone();
    typed[typed.length - 1] = "shop.measurement_typed";
    String[] line = Arrays.copyOf(typed, typed.length + 1);
    line[typed.length] = "--typed";

    CommandLineRun run = node.run(directory, "rollup", line);
    CommandLineRun again = node.run(directory, "rollup", typed);

    assertThat(run.exitCode()).as("%s", run).isZero();
    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(
            node
                .rows(
                    "SELECT column_name, type FROM system_schema.columns WHERE keyspace_name = 'shop' AND table_name = 'measurement_typed'")
                .stream()
                .map(row -> row.getString(0) + " " + row.getString(1)))
        .contains(
            "digest 'org.cassandrastats.types.TdigestType'",
            "min_max_by_value_value 'org.cassandrastats.types.ExtremesType'",
            "moments_value 'org.cassandrastats.types.MomentsType'",
            "histogram_value 'org.cassandrastats.types.HistogramType'");
    assertThat(states("shop.measurement_typed")).isEqualTo(states("shop.measurement_hourly"));
  }

  private static List<String> states(String table) {
    return node.rows("SELECT * FROM " + table).stream().map(Row::getFormattedContents).toList();
  }

  private static List<String> written(String table) {
    return node.rows("SELECT sensor, bucket, rows, writetime(rows) FROM " + table).stream()
        .map(Row::getFormattedContents)
        .toList();
  }

  private static List<Double> sorted(List<Double> values) {
    return values.stream().filter(Objects::nonNull).sorted().toList();
  }

  /** Eight bins from -20 to 20. */
  private static List<Long> counts(List<Double> values) {
    List<Long> counts = new ArrayList<>(Collections.nCopies(8, 0L));
    for (double value : values) {
      if (value >= -20 && value < 20) {
        int bin = (int) Math.floor((value + 20) / 5);
        counts.set(bin, counts.get(bin) + 1);
      }
    }
    return counts;
  }
}
