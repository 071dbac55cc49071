/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bash completes with the script that the command prints. */
class CompletionCommandTest {
  /** Does what bash does when a tabulator is typed behind the arguments. */
  private static final String COMPLETE =
      "source \"$0\"; COMP_WORDS=(cassandra-stats \"$@\"); COMP_CWORD=$#; COMP_LINE=\"cassandra-stats $*\";"
          + " _complete_cassandra-stats; printf %s \"${COMPREPLY[*]}\"";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "ver, verify",
    "query --use-r, --use-rollup",
    "running st, stop",
    "query --contact-point 10.0.0.1 --consistency LOCAL_Q, LOCAL_QUORUM",
  })
  void should_complete_commands_options_and_values(String typed, String completed)
      throws IOException, InterruptedException {
    assertThat(completions(typed)).isEqualTo(completed);
  }

  private String completions(String typed) throws IOException, InterruptedException {
    Path script = directory.resolve("completion");
    Files.writeString(script, CommandLineRun.of("completion").out());
    List<String> line = new ArrayList<>(List.of("bash", "-c", COMPLETE, script.toString()));
    line.addAll(List.of(typed.split(" ", -1)));
    // Bash says there that it completes nothing at this moment.
    Process bash = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).isZero();
    return output;
  }
}
