/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunsFileTest {
  @TempDir private Path directory;

  @Test
  void should_read_back_what_it_wrote_to_the_last_digit() throws IOException {
    List<MeasuredRun> runs =
        List.of(
            new MeasuredRun(
                Map.of("lane", "native", "asked", "a \"b\", c"),
                0,
                false,
                Attempt.exact(4.3805600000000004E-4, 0.1 + 0.2).with("pages", 1e300)),
            new MeasuredRun(Map.of("lane", "native"), 7, true, Attempt.wrong(1, "two\nlines")),
            new MeasuredRun(
                Map.of("rows", "5"), 1, false, Attempt.failed(2, "ReadTimeoutException", null)));
    Path file = directory.resolve("runs.csv.gz");

    RunsFile.write(file, runs);

    assertThat(RunsFile.read(file)).isEqualTo(runs);
  }

  @Test
  void should_refuse_a_file_of_something_else() throws IOException {
    Path file = directory.resolve("other.csv.gz");
    try (GZIPOutputStream other = new GZIPOutputStream(Files.newOutputStream(file))) {
      other.write("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
    }

    assertThatThrownBy(() -> RunsFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a file of runs");
  }
}
