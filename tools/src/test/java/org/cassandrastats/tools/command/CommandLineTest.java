/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class CommandLineTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @MethodSource("commands")
  void should_help_with_examples_everywhere(String command) {
    String[] arguments = (command + " --help").strip().split(" +", -1);

    assertThat(run(arguments)).isZero();
    assertThat(out.toString()).contains("Usage: cassandra-stats").contains("  cassandra-stats ");
    assertThat(err.toString()).isEmpty();
  }

  static Stream<String> commands() {
    return commands(CassandraStats.commandLine(() -> false), "");
  }

  private static Stream<String> commands(CommandLine line, String path) {
    return Stream.concat(
        Stream.of(path),
        line.getSubcommands().entrySet().stream()
            .flatMap(entry -> commands(entry.getValue(), path + " " + entry.getKey())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unknown",
        "demo --rows 0",
        "demo --rows many",
        "demo --rows 5 --csv a.csv --column b",
        "demo --csv a.csv",
        "demo --column a",
        "demo --udf-threads perhaps",
        "node",
        "node begin",
        "node start --port 0",
        "node start --port 65536",
        "node start --version 3.11.4",
        "node start --set key",
        "node stop --port x"
      })
  void should_refuse_wrong_arguments_with_exit_code_2(String arguments) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).startsWith("Error: ").doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void should_fail_with_exit_code_1_and_without_a_stack_trace() {
    String file = directory.resolve("absent.csv").toString();

    assertThat(run("demo", "--csv", file, "--column", "a")).isEqualTo(1);
    assertThat(err.toString()).contains(file, "no such file").doesNotContain("\tat ");
  }

  @Test
  void should_show_the_stack_trace_if_asked() {
    String file = directory.resolve("absent.csv").toString();

    assertThat(run("demo", "--verbose", "--csv", file, "--column", "a")).isEqualTo(1);
    assertThat(err.toString()).contains("\tat org.cassandrastats.");
  }

  @Test
  void should_tell_its_version() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).startsWith("cassandra-stats ");
  }

  private int run(String... arguments) {
    return CassandraStats.commandLine(() -> false)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
