/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

final class CommandLineTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("commands")
  void should_help_with_examples_everywhere(String command) {
    String[] arguments = (command + " --help").strip().split(" +", -1);

    CommandLineRun run = CommandLineRun.of(arguments);

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out()).contains("Usage: cassandra-stats").contains("  cassandra-stats ");
    assertThat(run.error()).isEmpty();
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

  @Test
  void should_say_in_one_line_that_a_disk_is_full() {
    StringWriter error = new StringWriter();
    CommandLine line =
        CassandraStats.commandLine(() -> false)
            .addSubcommand("write", new FullDisk())
            .setErr(new PrintWriter(error, true));

    assertThat(line.execute("write")).isEqualTo(1);
    assertThat(error.toString().strip())
        .isEqualTo("Error: A file cannot be read or written: /tmp/x: No space left on device");
  }

  @Command
  private static final class FullDisk implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new UncheckedIOException(
          new FileSystemException("/tmp/x", null, "No space left on device"));
    }
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
        "node start --set authenticator=PasswordAuthenticator",
        "node start --set authenticator.class_name=PasswordAuthenticator",
        "node start --native --version 4.1.10",
        "node start --native --version 6.1.0",
        "node start --native --udf-threads on",
        "demo --version 3.11.4",
        "demo --native",
        "install --contact-point 127.0.0.1 --jar-check --dry-run",
        "install --contact-point 127.0.0.1 --jar-check --family moments",
        "install --contact-point 127.0.0.1 --jar-check --prune",
        "install --contact-point 127.0.0.1 --keyspace stats_admin",
        "verify --contact-point 127.0.0.1 --keyspace system_auth",
        "install",
        "verify",
        "uninstall",
        "running",
        "install --contact-point 127.0.0.1 --family median",
        "uninstall --contact-point 127.0.0.1 --family moment",
        "verify --contact-point 127.0.0.1 --family moments,tdigests",
        "node start --native --family moments",
        "node start --family Moments",
        "node stop --port x",
        "query",
        "query --in-flight 0 SELECT",
        "query --in-flight many SELECT",
        "query --target-time 0 SELECT",
        "query --page-size 0 SELECT",
        "query --retry-timeout -1 SELECT",
        "query --consistency MOST SELECT",
        "query --format xml SELECT",
        "query --fill zero SELECT",
        "query --window total SELECT",
        "query --window total=sum SELECT",
        "query --window total=lag:0 SELECT",
        "query --window total=lag:week SELECT",
        "running --contact-point 127.0.0.1 --watch 0",
        "running --contact-point 127.0.0.1 --watch often",
        "running stop --contact-point 127.0.0.1",
        "running stop --contact-point 127.0.0.1 17",
        "running stop --contact-point 127.0.0.1 10.0.0.1:9042/last",
        "plan",
        "plan --sample-rows 99 SELECT",
        "plan --sample-rows 20001 SELECT",
        "plan --sample-time soon SELECT",
        "plan --repeat-every often SELECT",
        "plan --at-most 0s SELECT",
        "plan --page-size 0 SELECT",
        "plan --format csv SELECT"
      })
  void should_refuse_wrong_arguments_with_exit_code_2(String arguments) {
    CommandLineRun run = CommandLineRun.of(arguments.split(" ", -1));

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(run.error()).startsWith("Error: ").doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify --contact-point 127.0.0.1 --username x --password S3cret",
        "verify --contact-point 127.0.0.1 --username x --password=S3cret",
        "verify --contact-point 127.0.0.1 --username x --password -S3cret",
        "verify --contact-point 127.0.0.1 --username x --password --s3cret",
        "verify --contact-point 127.0.0.1 --username x --password -hS3cret",
        "query --contact-point 127.0.0.1 --username x --password --S3cret=x SELECT",
        "query --username x --password -s3cret=S3cret --contact-point 127.0.0.1 SELECT",
        "query --contact-point 127.0.0.1 --username x --password S3cret SELECT",
        "running --username x --password S3cret --contact-point 127.0.0.1 stop 10.0.0.1:9042/1",
        "install --contact-point 127.0.0.1 -u x -p S3cret",
        "install --contact-point 127.0.0.1 -u x -pS3cret",
        "install --contact-point 127.0.0.1 --passwd S3cret",
        "install --contact-point 127.0.0.1 --passwd=S3cret",
        "install --contact-point 127.0.0.1 --passwd:S3cret",
        "install --contact-point x:S3cret@127.0.0.1",
        "install --contact-point x:S3cret@127.0.0.1:9042",
        "install --driver-config a.conf S3cret",
        "install --contact-point 127.0.0.1 --passwd --s3cret-S3cret",
        "install --contact-point 127.0.0.1 -p -S3cret",
        "demo --password --s3cret",
        "demo --password S3cret"
      })
  void should_refuse_a_password_without_showing_it(String arguments) {
    CommandLineRun run = CommandLineRun.of(arguments.split(" ", -1));

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(run.error())
        .startsWith("Error: ")
        .doesNotContainIgnoringCase("s3cret", "\tat ")
        .doesNotContain("-S");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void should_say_that_password_takes_no_value() {
    assertThat(CommandLineRun.of("verify", "--username", "x", "--password", "S3cret").error())
        .contains("--password takes no value", "--driver-config");
  }

  @Test
  void should_show_a_misspelled_command() {
    assertThat(CommandLineRun.of("isntall").error())
        .contains("Unexpected argument: \"isntall\"", "install");
  }

  @Test
  void should_take_the_home_of_the_shell_for_a_user_whom_the_system_does_not_know() {
    assertThat(CassandraStats.home("?", Map.of("HOME", "/data"))).isEqualTo("/data");
    assertThat(CassandraStats.home("?", Map.of("HOME", "data"))).isEqualTo("?");
    assertThat(CassandraStats.home("?", Map.of())).isEqualTo("?");
    assertThat(CassandraStats.home("/root", Map.of("HOME", "/data"))).isEqualTo("/root");
  }

  @Test
  void should_list_the_families_where_one_is_unknown() {
    CommandLineRun run = CommandLineRun.of("install", "--family", "moments,median");

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(run.error())
        .containsPattern(
            "--family: there is no family \"median\"; there are chunk, [a-z_, ]*moments, [a-z_, ]*tdigest");
  }

  @Test
  void should_list_what_fills_a_gap() {
    CommandLineRun run = CommandLineRun.of("query", "--fill", "zero", "SELECT");

    assertThat(run.error())
        .contains("\"zero\" fills nothing: expected null, previous, linear or a number");
  }

  @Test
  void should_fail_with_exit_code_1_and_without_a_stack_trace() {
    String file = directory.resolve("absent.csv").toString();

    CommandLineRun run = CommandLineRun.of("demo", "--csv", file, "--column", "a");

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.error()).contains(file, "no such file").doesNotContain("\tat ");
  }

  @Test
  void should_show_the_stack_trace_if_asked() {
    String file = directory.resolve("absent.csv").toString();

    CommandLineRun run = CommandLineRun.of("demo", "--verbose", "--csv", file, "--column", "a");

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.error()).contains("\tat org.cassandrastats.");
  }

  @Test
  void should_tell_its_version() {
    CommandLineRun run = CommandLineRun.of("--version");

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out()).startsWith("cassandra-stats ");
  }
}
