/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments that are refused before a node is asked. */
final class RollupCommandTest {
  private static final List<String> WHOLE =
      List.of(
          "--from=shop.measurement",
          "--time=at",
          "--bucket=1h",
          "--state=moments(value)",
          "--into=shop.measurement_hourly");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from=measurement | expected KEYSPACE.TABLE",
        "--into=a.b.c | expected KEYSPACE.TABLE",
        "--bucket=1q | --bucket 1q: expected a width such as 15m, 1h, 1d, 1w, 3mo or 1y, found '1q'",
        "--bucket=0mo | --bucket 0mo: expected a width such as",
        "--bucket=-1d | --bucket -1d: expected a width such as",
        "--bucket=101y | --bucket 101y: expected a width of at most 100y, found '101y'",
        "--timezone=Europe/Berln | --bucket 1h --timezone Europe/Berln: expected a time zone such as Europe/Berlin or UTC",
        "--bucket=36h --timezone=Europe/Berlin | expected a width that divides a day or is whole days, found '36h' in Europe/Berlin",
        "--lag=-5m | is not a span of time",
        "--late=soon | is not a span of time",
        "--ttl=1y | is not a span of time",
        "--ttl=5m | --ttl is 5m: expected more than the --lag of 5m, and at most 7300d",
        "--ttl=7301d | --ttl is 7301d: expected more than",
        "--since=yesterday | expected a date",
        "--until=2026-07-01T12:00:00 | a time with its zone",
        "--recompute=2026-07-01 | --recompute",
        "--recompute 2026-07-01 2026-07-02 --recompute 2026-07-03 2026-07-04 | expected it once",
        "--recompute 2026-07-01 2026-07-02 --until 2026-07-02 | no --until",
        "--recompute 2026-07-01 2026-07-01 | holds no time: expected the earlier one first",
        "--partitions=day | --partitions day: expected a column and a width, such as day=1d",
        "--partitions=day=0d | --partitions day=0d: expected a width such as 15m",
        "--into-partitions=1q | --into-partitions 1q: expected a width such as",
        "--follow --dry-run | --follow goes on until it is stopped: expected no --dry-run",
        "--follow --until 2026-07-02 | expected no --dry-run, --until or --recompute",
        "--follow --recompute 2026-07-01 2026-07-02 | --follow goes on until it is stopped",
        "--follow --every=0s | --every is 0s: expected 1s or more",
        "--every=5m | --every is for --follow: expected both",
        "--time-unit=h | --time-unit",
        "--in-flight=0 | --in-flight is 0: expected 1 to 128",
        "--page-size=0 | --page-size is 0: expected 1",
        "--retry-timeout=0 | --retry-timeout is 0: expected a time of 1ms to 1h",
        "--consistency=MOST | --consistency",
        "--username=me | --username needs --password",
      })
  void should_refuse_wrong_arguments(String arguments, String expected) {
    List<String> line = new ArrayList<>(List.of("rollup"));
    WHOLE.stream()
        .filter(option -> !arguments.startsWith(option.substring(0, option.indexOf('=') + 1)))
        .forEach(line::add);
    line.addAll(List.of(arguments.split(" ", -1)));

    CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));

    assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
    assertThat(run.error()).startsWith("Error: ").contains(expected).doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--bucket=1mo --partitions=day=1d | Buckets of 1mo are no parts of partitions of 1d: expected narrower ones",
        "--bucket=1d --timezone=Europe/Berlin --partitions=day=1d | Buckets of 1d in Europe/Berlin are no parts of partitions of 1d, for the time zone: expected --timezone UTC",
        "--bucket=1w --partitions=day=1y --into-partitions=1y | Buckets of 1w are no parts of partitions of 1y",
        "--bucket=1d --into-partitions=12h | Buckets of 1d are no parts of partitions of 12h",
      })
  void should_refuse_buckets_that_are_wider_than_partitions(String arguments, String expected) {
    List<String> line = new ArrayList<>(List.of("rollup"));
    WHOLE.stream().filter(option -> !option.startsWith("--bucket")).forEach(line::add);
    line.addAll(List.of(arguments.split(" ", -1)));

    CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).startsWith("Error: " + expected).hasLineCount(1);
  }

  @Test
  void should_name_each_option_that_is_missing() {
    for (String missing : WHOLE) {
      List<String> line = new ArrayList<>(List.of("rollup"));
      WHOLE.stream().filter(option -> !option.equals(missing)).forEach(line::add);

      CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));

      assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
      assertThat(run.error())
          .startsWith(
              "Error: Missing required option: '" + missing.substring(0, missing.indexOf('=')));
    }
  }

  @Test
  void should_say_that_a_contact_point_is_missing() {
    List<String> line = new ArrayList<>(List.of("rollup"));
    line.addAll(WHOLE);

    CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));

    assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
    assertThat(run.error()).startsWith("Error: No node to connect to");
  }
}
