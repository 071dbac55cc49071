/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FillingTest {
  private static final Path SCRIPTS = Path.of("..", "cql");

  @Test
  void should_put_the_parts_of_a_statement_beside_each_other() {
    assertThat(
            BodyPrinter.Filling.fill(
                List.of(
                    "  if (a",
                    "      && b) {",
                    "    throw new IllegalArgumentException(",
                    "        \"expected \"",
                    "            + a);",
                    "  }")))
        .containsExactly(
            "  if (a && b) {", "    throw new IllegalArgumentException(\"expected \" + a);", "  }");
  }

  @Test
  void should_go_on_four_columns_further_where_a_line_is_full() {
    String operand = "x".repeat(60);
    assertThat(
            BodyPrinter.Filling.fill(
                List.of("  y =", "      " + operand, "          + " + operand, "          + z;")))
        .containsExactly("  y = " + operand, "      + " + operand + " + z;");
  }

  @Test
  void should_join_the_lines_of_a_sentence_and_keep_the_origin_of_a_body_apart() {
    assertThat(
            BodyPrinter.Filling.fill(
                List.of(
                    "  // WeightedPoints.load",
                    "  // One sentence, in",
                    "  // two lines.",
                    "  // Another.",
                    "  x++;")))
        .containsExactly(
            "  // WeightedPoints.load",
            "  // One sentence, in two lines.",
            "  // Another.",
            "  x++;");
  }

  @Test
  void should_leave_no_line_of_a_script_too_wide() throws IOException {
    try (DirectoryStream<Path> scripts = Files.newDirectoryStream(SCRIPTS, "*.cql")) {
      for (Path script : scripts) {
        String text = Files.readString(script);
        if (text.contains("CREATE OR REPLACE FUNCTION")) {
          // One literal is data, which broken lines would not make readable.
          assertThat(text.lines().filter(line -> !line.matches(" *\"[^\"]+\";?")))
              .as("%s", script)
              .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110));
        }
      }
    }
  }
}
