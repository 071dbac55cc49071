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
        "--bucket=1y | such as 15m, 1h or 1d",
        "--bucket=0s | --bucket is 0s: expected 1s to 366d",
        "--bucket=53w | --bucket is 371d: expected 1s to 366d",
        "--lag=-5m | is not a span of time",
        "--since=yesterday | expected a date",
        "--until=2026-07-01T12:00:00 | a time with its zone",
        "--recompute=2026-07-01 | --recompute",
        "--recompute 2026-07-01 2026-07-02 --recompute 2026-07-03 2026-07-04 | expected it once",
        "--recompute 2026-07-01 2026-07-02 --until 2026-07-02 | no --until",
        "--recompute 2026-07-01 2026-07-01 | holds no time: expected the earlier one first",
        "--time-unit=h | --time-unit",
        "--in-flight=0 | --in-flight is 0: expected 1 to 128",
        "--page-size=0 | --page-size is 0: expected 1",
        "--retry-timeout=0 | --retry-timeout is 0.0: expected 0.001",
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

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).startsWith("Error: No node to connect to");
  }
}
