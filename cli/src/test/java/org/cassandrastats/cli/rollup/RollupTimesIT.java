/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.TimeColumn;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The types that times have. */
@ExtendWith(NativeNodeExtension.class)
final class RollupTimesIT {
  private static final long HOUR = 3_600_000;

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
  }

  @ParameterizedTest
  @CsvSource({
    "timestamp, ",
    "bigint, ",
    "bigint, s",
    "bigint, us",
    "bigint, ns",
    "timeuuid, ",
    "date, "
  })
  void should_know_times_of_all_types(String type, String unit) {
    String table = "t_" + type + "_" + unit;
    node.execute(
        "CREATE TABLE shop.%s (\"Key\" text, day int, \"At\" %s, seq int, v double, PRIMARY KEY ((\"Key\", day), \"At\", seq)) WITH CLUSTERING ORDER BY (\"At\" DESC, seq ASC)"
            .formatted(table, type));
    Map<Instant, Long> expected = new TreeMap<>();
    List<Object[]> rows = new ArrayList<>();
    for (long hour = -60; hour < 60; hour += 5) {
      // The last millisecond before a border and the first one behind it.
      for (long millis : new long[] {hour * HOUR - 1, hour * HOUR}) {
        rows.add(new Object[] {"a", 1, key(type, unit, millis), rows.size(), 1.0 * hour});
        expected.merge(
            Instant.ofEpochMilli(Math.floorDiv(millis, 24 * HOUR) * 24 * HOUR), 1L, Long::sum);
      }
    }
    if (type.equals("bigint")) {
      // The least time that there is: its bucket is the first one, or begins before it.
      rows.add(new Object[] {"a", 1, Long.MIN_VALUE, rows.size(), 1.0});
      long least =
          TimeColumn.Unit.valueOf(unit == null ? "MS" : unit.toUpperCase(Locale.ROOT))
              .millis(Long.MIN_VALUE);
      expected.put(Instant.ofEpochMilli(Buckets.of("1d", null).start(least)), 1L);
    }
    node.load(
        "INSERT INTO shop.%s (\"Key\", day, \"At\", seq, v) VALUES (?, ?, ?, ?, ?)"
            .formatted(table),
        rows);

    List<String> line =
        new ArrayList<>(List.of("--from", "shop." + table, "--time", "\"At\"", "--bucket", "1d"));
    line.addAll(List.of("--state", "moments(v)", "--into", "shop." + table + "_daily"));
    if (unit != null) {
      line.addAll(List.of("--time-unit", unit));
    }
    CommandLineRun run = node.run(directory, "rollup", line.toArray(String[]::new));

    assertThat(run.exitCode()).as("%s", run).isZero();
    Map<Instant, Long> found = new TreeMap<>();
    for (Row row :
        node.rows(
            "SELECT bucket, rows, stats.moments_count(moments_v) FROM shop." + table + "_daily")) {
      assertThat(row.getLong(2)).isEqualTo(row.getLong(1));
      found.put(row.getInstant(0), row.getLong(1));
    }
    assertThat(found).isEqualTo(expected);
  }

  private static Object key(String type, String unit, long millis) {
    return switch (type) {
      case "timestamp" -> Instant.ofEpochMilli(millis);
      case "timeuuid" -> Uuids.endOf(millis);
      case "date" -> LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
      default ->
          switch (String.valueOf(unit)) {
            case "s" -> Math.floorDiv(millis, 1000);
            case "us" -> millis * 1000 + 999;
            case "ns" -> millis * 1_000_000 + 999_999;
            default -> millis;
          };
    };
  }
}
