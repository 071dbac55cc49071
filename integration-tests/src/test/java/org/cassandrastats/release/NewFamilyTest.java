/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What build/new-family makes is a family, before anybody changes it. */
class NewFamilyTest {
  private static final String SCRIPT = Path.of("..", "build", "new-family").toString();

  @ParameterizedTest
  @ValueSource(strings = {"time_weight", "ddsketch"})
  void should_make_a_family_that_compiles(String like, @TempDir Path copy) throws IOException {
    CommandResult made =
        CommandResult.of(
            List.of(SCRIPT, "made_up", "--like", like, "--into", copy.toAbsolutePath().toString()));

    assertThat(made.exitCode()).as(made.errors()).isZero();
    assertThat(made.output()).contains("docs/formats.md:");
    List<Path> files = files(copy);
    assertThat(files).hasSizeGreaterThan(9);
    for (Path file : files) {
      assertThat(file.toString()).doesNotContain(like);
      assertThat(Files.readString(file)).as("%s", file).doesNotContain(like).contains("made_up");
    }
    // A column type needs Cassandra itself, which is not among the classes here.
    compile(
        files.stream().filter(file -> file.toString().matches(".*/ud[af]/src/main/.*")).toList(),
        copy);
  }

  @Test
  void should_seal_states_with_their_new_number(@TempDir Path copy) throws IOException {
    CommandResult.of(List.of(SCRIPT, "made_up", "--into", copy.toAbsolutePath().toString()));

    List<Path> states =
        files(copy).stream().filter(file -> file.toString().endsWith("hex")).toList();
    assertThat(states).isNotEmpty();
    for (Path file : states) {
      String digits = Files.readString(file).replaceAll("#.*", "").replaceAll("\\s", "");
      ByteBuffer state = ByteBuffer.wrap(HexFormat.of().parseHex(digits));
      int number = state.get(2) & 0xff;
      assertThat(number).isGreaterThan(137);
      Checksum.require(state, Preamble.of(state), number, state.limit(), "a made-up state");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"counter", "Made", "2nd", "made-up", ""})
  void should_refuse_names_that_are_taken_or_none(String name, @TempDir Path copy)
      throws IOException {
    CommandResult refused =
        CommandResult.of(List.of(SCRIPT, name, "--into", copy.toAbsolutePath().toString()));

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(files(copy)).isEmpty();
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static void compile(List<Path> sources, Path copy) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean isCompiled =
          compiler
              .getTask(
                  errors,
                  files,
                  null,
                  List.of("-proc:none", "-parameters", "-d", copy.toString()),
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(isCompiled).as("%s", errors).isTrue();
    }
  }
}
