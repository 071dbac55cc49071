/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CsvColumnTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("flights.csv");
  }

  @Test
  void should_read_a_column() throws IOException {
    Files.writeString(file, "flight,delay\n1,-3\n2,\"1.5e2\"\n3, 0.25 \n");

    DemoSeries series = read("delay");

    assertThat(series.toArray()).containsExactly(-3, 150, 0.25);
    assertThat(series.name()).isEqualTo("delay");
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void should_read_a_column_again() throws IOException {
    Files.writeString(file, "delay\n1\n2\n");
    CsvColumn column = new CsvColumn(file, "delay");
    Console console = Console.plain();

    double[] first = column.read(console).toArray();

    assertThat(column.read(console).toArray()).isEqualTo(first).containsExactly(1, 2);
  }

  @Test
  void should_read_quoted_cells_line_ends_of_windows_and_a_byte_order_mark() throws IOException {
    Files.writeString(file, "\uFEFFdelay,city\r\n1,\"New York, NY\"\r\n2,\"two\r\nlines\"\r\n");

    assertThat(read("delay").toArray()).containsExactly(1, 2);
  }

  @Test
  void should_read_gzip() throws IOException {
    file = directory.resolve("flights.csv.gz");
    writeGzip("delay\n1\n2\n");

    assertThat(read("delay").toArray()).containsExactly(1, 2);
  }

  @Test
  void should_skip_and_count_empty_lines_and_cells() throws IOException {
    Files.writeString(file, "\nflight,delay\n\n1,5\n  \n2,\n3, \n4,6\n\n");

    assertThat(read("delay").toArray()).containsExactly(5, 6);
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("4 empty lines and 2 empty cells");
  }

  @Test
  void should_name_the_columns_if_there_is_no_such_one() throws IOException {
    Files.writeString(file, "flight,delay\n1,2\n");

    assertRefused("Delay", "no column \"Delay\"", "flight, delay");
  }

  @Test
  void should_refuse_a_column_that_is_there_twice() throws IOException {
    Files.writeString(file, "delay,delay\n1,2\n");

    assertRefused("delay", "more than one column \"delay\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"late", "NaN", "Infinity", "1d", "0x1p3", "1,5", "12:30", "--1"})
  void should_refuse_what_is_not_a_number_with_its_line(String text) throws IOException {
    Files.writeString(file, "flight,delay\n1,2\n\n2,\"" + text + "\"\n3,4\n");

    assertRefused("delay", "line 4", "\"" + text + "\"", "not a number");
  }

  @Test
  void should_refuse_a_number_beyond_the_doubles() throws IOException {
    Files.writeString(file, "delay\n-1e309\n");

    assertRefused("delay", "line 2", "-1e309", "beyond the range");
  }

  @Test
  void should_refuse_a_line_of_another_width() throws IOException {
    Files.writeString(file, "flight,delay\n1,2\n2,3,4\n");

    assertRefused("delay", "line 3", "3 cells", "expected 2");
  }

  @Test
  void should_refuse_files_without_values() throws IOException {
    Files.writeString(file, "");
    assertRefused("delay", "is empty");

    Files.writeString(file, "flight,delay\n1,\n");
    assertRefused("delay", "no values");
  }

  @Test
  void should_refuse_files_that_are_not_there_or_no_files() {
    assertRefused("delay", file.toString(), "no such file");

    file = directory;
    assertRefused("delay", "is a directory");
  }

  @Test
  void should_refuse_what_is_called_gzip_but_is_not() throws IOException {
    file = directory.resolve("flights.csv.gz");
    Files.writeString(file, "delay\n1\n");

    assertRefused("delay", "not a gzip file");
  }

  @Test
  void should_refuse_gzip_that_is_not_called_so() throws IOException {
    writeGzip("delay\n1\n");

    assertRefused("delay", "not UTF-8", "must end in .gz");
  }

  @Test
  void should_refuse_gzip_that_is_cut_off() throws IOException {
    file = directory.resolve("flights.csv.gz");
    writeGzip("delay\n" + "1\n2\n3\n".repeat(10_000));
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    assertRefused("delay", "cut off");
  }

  private DemoSeries read(String column) {
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    return new CsvColumn(file, column).read(Console.plain(out));
  }

  private void assertRefused(String column, String... parts) {
    assertThatThrownBy(() -> read(column))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(parts);
  }

  private void writeGzip(String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
