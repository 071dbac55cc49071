/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.junit.jupiter.api.Test;

final class OneLineTest {
  @Test
  void should_write_bodies_with_escapes_that_java_reads_and_give_them_back() {
    String body = "\n  // It's 1.\n  int i = 3; i--;\n  return \"a\\n\" + i / 2;\n";
    String line =
        OneLine.of(
            "CREATE FUNCTION stats.f (a int)\n  RETURNS text LANGUAGE java\n  AS $$" + body + "$$");

    assertThat(line)
        .startsWith("CREATE FUNCTION stats.f (a int) RETURNS text LANGUAGE java AS $$\\u000a  ")
        .endsWith("$$")
        .doesNotContain("\n", ";", "'", "\"", "--", "//");
    assertThat(OneLine.body(line.replaceAll(".*AS \\$\\$|\\$\\$$", ""))).isEqualTo(body);
  }

  @Test
  void should_give_back_every_body_of_the_pack() {
    for (Function function : CatalogueFile.read().functions()) {
      String statement = function.createStatement("");
      String body = statement.substring(statement.indexOf("$$") + 2, statement.lastIndexOf("$$"));
      String line = OneLine.of(statement);

      assertThat(line).doesNotContain("\n", ";");
      assertThat(OneLine.body(line.substring(line.indexOf("$$") + 2, line.lastIndexOf("$$"))))
          .isEqualTo(body);
    }
  }

  @Test
  void should_leave_a_body_of_several_lines_as_it_is() {
    assertThat(OneLine.body("\nreturn \"\\u0041\";\n")).isEqualTo("\nreturn \"\\u0041\";\n");
  }
}
