/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments that are refused before a node is asked. */
final class PackCommandTest {
  private static final List<String> PACK =
      List.of(
          "--from=shop.measurement",
          "--time=at",
          "--bucket=1h",
          "--column=value",
          "--into=shop.measurement_packed");
  private static final List<String> UNPACK =
      List.of("--from=shop.measurement_packed", "--into=shop.measurement_again");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from=measurement | expected KEYSPACE.TABLE",
        "--into=a.b.c | expected KEYSPACE.TABLE",
        "--bucket=1q | expected a width such as 15m, 1h, 1d, 1w, 3mo or 1y, found '1q'",
        "--bucket=0s | --bucket 0s: expected a width such as",
        "--timezone=Europe/Berln | expected a time zone such as Europe/Berlin or UTC",
        "--late=soon | is not a span of time",
        "--digest=9 | --digest 9: expected a digest with a k from 10 to 200, found 9",
        "--digest=201 | --digest 201: expected a digest with a k from 10 to 200, found 201",
        "--until=2026-07-01T12:00:00 | a time with its zone",
        "--recheck=2026-07-01 | --recheck",
        "--recheck 2026-07-01 2026-07-02 --until 2026-07-02 | --recheck says which buckets",
        "--recheck 2026-07-02 2026-07-01 | --recheck 2026-07-02T00:00:00Z 2026-07-01T00:00:00Z holds no time",
        "--in-flight=0 | --in-flight is 0: expected 1 to 128",
        "--consistency=MOST | --consistency",
      })
  void should_refuse_wrong_arguments(String arguments, String expected) {
    CommandLineRun run = run("pack", PACK, arguments);

    assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
    assertThat(run.error()).startsWith("Error: ").contains(expected).doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from=measurement | expected KEYSPACE.TABLE",
        "--since=yesterday | expected a date",
        "--page-size=0 | --page-size is 0: expected 1",
        "--column=value | Unknown option",
      })
  void should_refuse_wrong_arguments_of_unpack(String arguments, String expected) {
    CommandLineRun run = run("unpack", UNPACK, arguments);

    assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
    assertThat(run.error()).startsWith("Error: ").contains(expected).doesNotContain("\tat ");
  }

  @Test
  void should_name_each_option_that_is_missing() {
    for (String missing : PACK) {
      List<String> others = PACK.stream().filter(option -> !option.equals(missing)).toList();

      CommandLineRun run = run("pack", others, "--dry-run");

      assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
      assertThat(run.error())
          .startsWith(
              "Error: Missing required option: '" + missing.substring(0, missing.indexOf('=')));
    }
  }

  @ParameterizedTest
  @CsvSource({"pack, Rows stay where they are", "unpack, bit for bit"})
  void should_teach(String command, String expected) {
    CommandLineRun run = CommandLineRun.of(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains(expected, "Examples:", "--contact-point 10.0.0.1:9042");
  }

  private static CommandLineRun run(String command, List<String> whole, String arguments) {
    List<String> line = new ArrayList<>(List.of(command));
    whole.stream()
        .filter(option -> !arguments.startsWith(option.substring(0, option.indexOf('=') + 1)))
        .forEach(line::add);
    line.addAll(List.of(arguments.split(" ", -1)));
    return CommandLineRun.of(line.toArray(String[]::new));
  }
}
