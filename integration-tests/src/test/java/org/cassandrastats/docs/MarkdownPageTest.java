/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.cassandrastats.live.Lane;
import org.junit.jupiter.api.Test;

class MarkdownPageTest {
  private static final List<String> PAGE =
      """
      # Title

      <!-- set-up: cql/examples/sensor.cql -->

      ```cql
      INSERT INTO a (b) VALUES (1);
      ```

      Text, and the `inline cql` of a sentence.

      ```sh
      not run
      ```

      ```cql
      SELECT b
        FROM a;
      ```
      ```output
       b
      ---
       1
      ```
      Last line.
      """
          .lines()
          .toList();

  @Test
  void should_find_blocks_outputs_and_set_up() {
    MarkdownPage page = MarkdownPage.parse(Path.of("page.md"), PAGE);

    assertThat(page.setUp()).containsExactly("cql/examples/sensor.cql");
    assertThat(page.blocks())
        .containsExactly(
            new Block(5, "cql", "INSERT INTO a (b) VALUES (1);\n", null, null),
            new Block(
                15,
                "cql",
                "SELECT b\n  FROM a;\n",
                new Block.Output(19, 23, List.of(" b", "---", " 1")),
                null));
  }

  @Test
  void should_replace_an_output_only() {
    MarkdownPage page = MarkdownPage.parse(Path.of("page.md"), PAGE);
    Block.Output output = page.blocks().get(1).output();

    List<String> changed = page.with(Map.of(output, List.of(" b", "---", " 2", "", "(1 rows)")));

    assertThat(changed.subList(0, 19)).isEqualTo(PAGE.subList(0, 19));
    assertThat(changed.subList(19, 26))
        .containsExactly(" b", "---", " 2", "", "(1 rows)", "```", "Last line.");
  }

  @Test
  void should_refuse_what_would_not_be_run() {
    assertThatThrownBy(() -> MarkdownPage.parse(Path.of("p.md"), List.of("", "```", "x", "```")))
        .hasMessageContaining("p.md, line 2: a block without a language");
    assertThatThrownBy(() -> MarkdownPage.parse(Path.of("p.md"), List.of("```output", "x", "```")))
        .hasMessageContaining(
            "p.md, line 1: an output block that is not right behind a block that is run");
    assertThatThrownBy(() -> MarkdownPage.parse(Path.of("p.md"), List.of("    SELECT 1")))
        .hasMessageContaining("p.md, line 1: indented CQL is not run");
  }

  @Test
  void should_be_right_in_all_lanes_unless_it_names_some() {
    assertThat(MarkdownPage.parse(Path.of("p.md"), PAGE).lanes()).containsExactly(Lane.values());
    assertThat(
            MarkdownPage.parse(
                    Path.of("p.md"), List.of("<!-- lanes: udf-threads-off native -->", "", "Text."))
                .lanes())
        .containsExactly(Lane.UDF_THREADS_OFF, Lane.NATIVE);
    assertThatThrownBy(
            () -> MarkdownPage.parse(Path.of("p.md"), List.of("<!-- lanes: fast -->", "")))
        .hasMessageContaining("expected a lane");
  }

  @Test
  void should_run_the_languages_that_a_page_names() {
    List<String> page =
        List.of("<!-- run: sh java -->", "", "```sh", "x", "```", "```output", "y", "```");

    assertThat(MarkdownPage.parse(Path.of("p.md"), page).blocks())
        .containsExactly(new Block(3, "sh", "x\n", new Block.Output(6, 8, List.of("y")), null));
    assertThatThrownBy(() -> MarkdownPage.parse(Path.of("p.md"), page.subList(1, 8)))
        .hasMessageContaining("not right behind a block that is run");
  }

  @Test
  void should_find_the_picture_that_a_command_draws() {
    List<String> page = List.of("<!-- run: sh -->", "", "```sh", "x", "```", "", "![A](b/c.svg)");

    assertThat(MarkdownPage.parse(Path.of("p.md"), page).blocks())
        .containsExactly(new Block(3, "sh", "x\n", null, "b/c.svg"));
  }

  @Test
  void should_ignore_blanks_at_the_ends_only() {
    assertThat(PageRun.trimmed(List.of("", " a  ", "", "b", " ", "")))
        .containsExactly(" a", "", "b");
  }
}
