/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.RunsFile;
import org.cassandrastats.cli.command.CassandraStats;
import org.cassandrastats.cli.command.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BenchCommandTest {
  @Test
  void should_be_a_command_where_its_module_is_on_the_class_path() {
    CommandLineRun run = CommandLineRun.of("--help");

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out()).containsPattern("\n  bench +Measures how long aggregations take");
  }

  @ParameterizedTest
  @MethodSource("studies")
  void should_help_with_examples_everywhere(String study) {
    CommandLineRun run = CommandLineRun.of("bench", study, "--help");

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out())
        .contains("Usage: cassandra-stats bench " + study)
        .contains("  cassandra-stats bench ");
    assertThat(run.error()).isEmpty();
  }

  static Stream<String> studies() {
    return CassandraStats.commandLine(() -> false)
        .getSubcommands()
        .get("bench")
        .getSubcommands()
        .keySet()
        .stream();
  }

  @ParameterizedTest
  @ValueSource(strings = {"small", "documented"})
  void should_know_every_study_of_nodes_in_each_size(String size) {
    CommandLineRun run = CommandLineRun.of("bench", "all", "--dry-run", "--size", size);

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out())
        .containsPattern("\\d+ of \\d+ studies are to be measured, in about [0-9.]+ h");
    List<String> known =
        Pattern.compile("(?m) min  cassandra-stats bench (.*)$")
            .matcher(run.out())
            .results()
            .map(command -> ParsedStudy.of(command.group(1)).name())
            .toList();
    assertThat(Stream.concat(known.stream(), Stream.of("all", "accuracy", "compare")))
        .containsExactlyInAnyOrderElementsOf(studies().toList());
  }

  @ParameterizedTest
  @CsvSource({
    "exact, --runs 9 --output elsewhere, false",
    "exact, --runs 9 --jmh rows.csv --output elsewhere, false",
    "exact, --runs 9 --output some where --restart, false",
    "wrong, --runs 9 --output elsewhere, true",
    "exact, --runs 7, true",
  })
  void should_measure_a_study_again_that_is_of_other_options_or_had_a_wrong_answer(
      String outcome, String options, boolean isMeasured, @TempDir Path directory)
      throws IOException {
    Path results = Files.createDirectories(directory.resolve("slices"));
    Files.writeString(
        results.resolve("conditions.json"),
        "{\"Command\": \"`cassandra-stats bench slices %s`\"}".formatted(options));
    Attempt attempt =
        outcome.equals("wrong") ? Attempt.wrong(1, "7 instead of 8") : Attempt.exact(1, null);
    RunsFile.write(
        results.resolve("runs.csv.gz"), List.of(ParsedStudy.run(Cell.of("native"), attempt)));

    CommandLineRun run =
        CommandLineRun.of(
            "bench", "all", "--dry-run", "--size", "documented", "--output", directory.toString());

    assertThat(run.out().contains("bench slices")).as(run.toString()).isEqualTo(isMeasured);
  }

  @Test
  void should_measure_a_study_again_whose_results_are_cut_off(@TempDir Path directory)
      throws IOException {
    Path results = Files.createDirectories(directory.resolve("slices"));
    Files.writeString(results.resolve("conditions.json"), "{\"Com");

    CommandLineRun run =
        CommandLineRun.of("bench", "all", "--dry-run", "--output", directory.toString());

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out()).contains("bench slices");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench all --skip speed",
        "bench all --size huge",
        "bench buckets --rows 101 --partitions 1 --buckets 100",
        "bench buckets --lane udf-threads-on",
        "bench foreground --rate 0",
        "bench foreground --read perhaps",
        "bench foreground --read direct --contact-point 127.0.0.1",
        "bench foreground --read direct --lane udf-threads-on",
        "bench direct --rows 0",
        "bench direct --lane udf-threads-off",
        "bench direct --containers",
        "bench plan --rows 0",
        "bench plan --rows 10 --max-rows-udf-threads-on 20",
        "bench",
        "bench speed",
        "bench spark --partitions 0",
        "bench spark --rows 10 --partitions 11",
        "bench spark --containers",
        "bench page-size --rows 0",
        "bench page-size --runs 0",
        "bench page-size --heap abc",
        "bench page-size --page-sizes 0",
        "bench page-size --page-sizes many",
        "bench page-size --aggregates median",
        "bench page-size --lane fast",
        "bench page-size --resume --restart",
        "bench page-size --contact-point 127.0.0.1 --lane native",
        "bench rows --min-rows 100 --max-rows 10",
        "bench timeout --client-timeouts 2",
        "bench timeout --deadlines 5s",
        "bench timeout --rows 10 --rows-udf-threads-on 20",
        "bench timeout --parts CASES --contact-point 127.0.0.1",
        "bench consistency --nodes 2",
        "bench compare",
        "bench compare --candidate a.cql",
        "bench compare --candidate a.cql --data a.csv --generate k=row --rows 1",
        "bench compare --candidate a.cql --generate k=row",
        "bench compare --candidate a.cql --data a.csv --rows 1",
        "bench compare --candidate a.cql --candidate b/a.cql --data a.csv",
        "bench compare --candidate a.cql --data a.csv --lane udf-threads-on",
        "bench compare --candidate a.cql --data a.csv --consistency MOST",
        "bench compare --candidate a.cql --data a.csv --run-time 0s",
        "bench compare --candidate a.cql --data a.csv --nodes 4",
        "bench compare --candidate a.cql --data a.csv --nodes 3 --contact-point 127.0.0.1"
      })
  void should_refuse_wrong_arguments_with_exit_code_2(String arguments) {
    CommandLineRun run = CommandLineRun.of(arguments.split(" ", -1));

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(run.error()).startsWith("Error: ").doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
  }
}
