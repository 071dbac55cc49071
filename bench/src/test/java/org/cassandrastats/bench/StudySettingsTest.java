/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the framework takes from the options of a study. */
final class StudySettingsTest {
  @Test
  void should_name_each_option_of_its_own() {
    assertThat(ParsedStudy.of("query --rows 5000 --partitions 7 --runs 2 --heap 1g").settings())
        .containsEntry("`--rows`", "5000")
        .containsEntry("`--partitions`", "7")
        .containsEntry("`--in-flight`", "4")
        .containsEntry("Runs", "2, after at most 8 to warm up")
        .doesNotContainKeys("`--rows-udf-threads-on`", "`--heap`", "`--runs`", "`--output`");
  }

  @Test
  void should_depend_on_what_is_in_files_and_not_on_where_they_are(@TempDir Path directory)
      throws IOException {
    Map<String, String> first = settingsWith(directory.resolve("a.csv"), "1");

    assertThat(settingsWith(directory.resolve("b.csv"), "1")).isEqualTo(first);
    assertThat(settingsWith(directory.resolve("a.csv"), "2")).isNotEqualTo(first);
    assertThat(ParsedStudy.of("lanes").settings())
        .isNotEqualTo(first)
        .isEqualTo(ParsedStudy.of("lanes --recording b.jfr").settings());
  }

  private static Map<String, String> settingsWith(Path file, String text) throws IOException {
    return ParsedStudy.of("lanes --jmh " + Files.writeString(file, text)).settings();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "query --rows 5000 | native | 5000",
        "query --rows 5000 | udf-threads-on | 500",
        "query --rows 5000 --rows-udf-threads-on 20 | udf-threads-on | 20",
        "index --rows 5000 | udf-threads-on | 5000",
        "timeout --rows 300,9000,20 | native | 9000",
        "bins --records 5000 | native | 0",
      })
  void should_load_the_most_rows_that_are_asked_for(String line, String lane, int expected) {
    assertThat(ParsedStudy.of(line).rows(lane)).isEqualTo(expected);
  }
}
