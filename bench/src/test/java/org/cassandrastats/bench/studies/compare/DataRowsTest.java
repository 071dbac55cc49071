/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DataRowsTest {
  @TempDir private Path directory;

  private Path csv(String text) throws IOException {
    return Files.writeString(directory.resolve("rows.csv"), text);
  }

  private static List<DataRow> all(DataRows data) {
    List<DataRow> rows = new ArrayList<>();
    data.each(rows::add);
    return rows;
  }

  @Test
  void should_read_a_file_as_often_as_wanted() throws IOException {
    CsvRows data = CsvRows.of(csv("\uFEFF\"Sensor\", at\r\n1,\"a, b\"\r\n\r\n2,\r\n"));

    assertThat(data.columns()).containsExactly("Sensor", "at");
    assertThat(data.count()).isEqualTo(2);
    assertThat(data.column("sensor")).isZero();
    assertThat(all(data))
        .isEqualTo(all(data))
        .containsExactly(new DataRow(2, List.of("1", "a, b")), new DataRow(4, List.of("2", "")));
    assertThat(data.place(all(data).get(1))).endsWith("rows.csv, line 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|is empty: expected a header and rows",
        "a,b|has a header and no rows",
        "a,A\\n1,2|more than one column \"a\"",
        "a,b\\n1,2\\n1|line 3: found 1 cells, expected 2",
      })
  void should_refuse_files_that_hold_no_rows(String text, String message) throws IOException {
    Path file = csv(text.replace("\\n", "\n"));

    assertThatThrownBy(() -> CsvRows.of(file))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }

  @Test
  void should_generate_the_same_rows_of_a_seed() {
    String text = "k=row/3%2, at=row*1000+7,n=int:5:6,u=uniform:-1:0.5,v=normal:20:0";
    GeneratedRows data = GeneratedRows.of(text, 1000, 1);

    assertThat(all(data)).hasSize(1000).isEqualTo(all(data));
    assertThat(all(data).get(4).cells()).startsWith("1", "4007").endsWith("20.0");
    assertThat(all(data)).extracting(row -> row.cells().get(2)).containsOnly("5", "6");
    assertThat(all(data))
        .extracting(row -> Double.parseDouble(row.cells().get(3)))
        .allMatch(value -> value >= -1 && value < 0.5);
    assertThat(all(GeneratedRows.of(text, 1000, 2))).isNotEqualTo(all(data));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k",
        "k=",
        "=row",
        "k=rows",
        "k=row/0",
        "k=row%0",
        "k=int:5",
        "k=int:5:5",
        "k=normal:a:b",
        "k=row,K=row",
        "k=row^2",
        "k=uniform:2:1",
      })
  void should_refuse_what_generates_nothing(String text) {
    assertThatThrownBy(() -> GeneratedRows.of(text, 1, 1))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("--generate");
  }

  @Test
  void should_refuse_generated_numbers_that_do_not_fit() {
    GeneratedRows data = GeneratedRows.of("at=row*100000000000000000", 1000, 1);

    assertThatThrownBy(() -> all(data))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "--generate: \"row*100000000000000000\" of row 93 is no bigint: expected smaller factors");
  }

  @Test
  void should_refuse_a_number_for_a_date() {
    assertThatThrownBy(() -> value(DataTypes.DATE, "2026"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a date such as 2026-07-01");
  }

  private static Object value(DataType type, String text) {
    return new CellType(type, CodecRegistry.DEFAULT).value(text);
  }

  @Test
  void should_take_texts_for_values_of_types() throws IOException {
    assertThat(value(DataTypes.TEXT, " it's ")).isEqualTo(" it's ");
    assertThat(value(DataTypes.INT, " 7 ")).isEqualTo(7);
    assertThat(value(DataTypes.DOUBLE, "-1e3")).isEqualTo(-1000.0);
    assertThat(value(DataTypes.TIMESTAMP, "2026-03-01T00:00:00Z"))
        .isEqualTo(Instant.parse("2026-03-01T00:00:00Z"));
    assertThat(value(DataTypes.TIMESTAMP, "1500")).isEqualTo(Instant.ofEpochMilli(1500));
    assertThat(value(DataTypes.DATE, "2026-03-01")).isEqualTo(LocalDate.of(2026, 3, 1));
    assertThat(value(DataTypes.INET, "10.0.0.1")).isEqualTo(InetAddress.getByName("10.0.0.1"));
    assertThat(value(DataTypes.listOf(DataTypes.INT), "[1, 2]")).isEqualTo(List.of(1, 2));
    assertThat(value(DataTypes.INT, "")).isNull();
    assertThat(value(DataTypes.TEXT, "")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1.5", "99999999999", "1 2"})
  void should_refuse_texts_that_are_no_value_of_a_type(String text) {
    assertThatThrownBy(() -> value(DataTypes.INT, text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
