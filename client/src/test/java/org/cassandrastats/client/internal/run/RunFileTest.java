/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.api.StatsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in a file after it was written, cut off, and written anew. */
final class RunFileTest {
  @TempDir private Path directory;

  private static List<String> lines(RunFile file) {
    List<String> lines = new ArrayList<>();
    file.forEach(lines::add);
    return lines;
  }

  @Test
  void should_read_what_was_written_up_to_the_last_line_end() throws Exception {
    Path path = directory.resolve("run");
    try (RunFile file = RunFile.open(path, "query")) {
      file.append("one");
      file.append("two");
    }
    String text = Files.readString(path);
    for (int length = 0; length <= text.length(); length++) {
      Files.writeString(path, text.substring(0, length));

      try (RunFile file = RunFile.open(path, "query")) {
        file.append("three");
      }

      try (RunFile file = RunFile.open(path, "query")) {
        List<String> whole =
            text.substring(0, length).lines().skip(1).map(RunFileTest::withoutChecksum).toList();
        boolean cut = length < text.length() && !text.substring(0, length).endsWith("\n");
        List<String> expected =
            new ArrayList<>(cut && !whole.isEmpty() ? whole.subList(0, whole.size() - 1) : whole);
        expected.add("three");
        assertThat(lines(file)).as("cut off at %d", length).isEqualTo(expected);
      }
    }
  }

  @Test
  void should_be_written_anew_when_it_has_grown() throws Exception {
    Path path = directory.resolve("run");
    String line = "x".repeat(100_000);
    try (RunFile file = RunFile.open(path, "query")) {
      int appended = 0;
      while (!file.hasGrown()) {
        file.append(line);
        appended++;
      }
      assertThat(appended).isEqualTo(11);

      file.replace(List.of("all of them"));
      assertThat(file.hasGrown()).isFalse();
      assertThatThrownBy(() -> RunFile.open(path, "query")).hasMessageContaining("in use");
      file.append("one more");
      assertThat(lines(file)).containsExactly("all of them", "one more");
    }

    assertThat(directory.toFile().list()).containsExactly("run");
    try (RunFile file = RunFile.open(path, "query")) {
      assertThat(lines(file)).containsExactly("all of them", "one more");
      file.remove();
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void should_be_in_use_for_other_processes() throws Exception {
    Path path = directory.resolve("run");
    try (RunFile file = RunFile.open(path, "query")) {
      file.append("one");
      assertThat(lines(file)).containsExactly("one");

      Process other =
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElseThrow(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  RunFileTest.class.getName(),
                  path.toString())
              .redirectErrorStream(true)
              .start();

      assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("in use by a run that goes on");
    }
  }

  private static String withoutChecksum(String line) {
    return line.substring(line.indexOf(' ') + 1);
  }

  @Test
  void should_refuse_what_was_damaged() throws Exception {
    Path path = directory.resolve("run");
    try (RunFile file = RunFile.open(path, "query")) {
      file.append("<=AAAA <=AAAB =AAAC");
      file.append("<=AAAB <=AAAD =AAAE");
    }
    byte[] whole = Files.readAllBytes(path);
    int title = Files.readAllLines(path).get(0).length() + 1;
    for (int i = title; i < whole.length - 1; i++) {
      for (int replacement : new int[] {'A' ^ whole[i] ^ 'B', '\n', ' ', 0, 0xFF}) {
        byte[] damaged = whole.clone();
        damaged[i] = (byte) replacement;
        if (damaged[i] == whole[i]) {
          continue;
        }
        Files.write(path, damaged);

        assertThatThrownBy(() -> RunFile.open(path, "query"))
            .as("%d at %d", replacement, i)
            .isInstanceOf(StatsException.class)
            .hasMessageContaining("The file " + path + " is damaged in line ")
            .hasMessageContaining("remove it");
        assertThat(path).hasBinaryContent(damaged);
      }
    }
  }

  /** Opens a file, in a process of its own. */
  public static void main(String[] arguments) {
    RunFile.open(Path.of(arguments[0]), "query").close();
  }

  @Test
  void should_leave_what_is_not_its_own() throws Exception {
    Path path = Files.writeString(directory.resolve("run"), "notes of somebody\n");

    assertThatThrownBy(() -> RunFile.open(path, "query")).hasMessageContaining("not of this query");
    assertThat(path).hasContent("notes of somebody\n");
  }
}
