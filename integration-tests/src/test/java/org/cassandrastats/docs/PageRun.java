/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.GuideCommands;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.LiveNode;

/** What the blocks of a page printed, run one after the other. */
final class PageRun {
  /** Lines of a difference that are shown around what differs. */
  private static final int CONTEXT = 3;

  private static final String PROGRAM = "bin/cassandra-stats ";
  private static final Pattern SVG = Pattern.compile("(?s)<svg .*?</svg>");

  private final MarkdownPage page;

  /** What each output block should hold. */
  private final Map<Block.Output, List<String>> printed = new LinkedHashMap<>();

  /** What each picture of the page should be. */
  private final Map<Path, String> drawn = new LinkedHashMap<>();

  private PageRun(MarkdownPage page) {
    this.page = page;
  }

  /**
   * Runs the set-up and all blocks of a page.
   *
   * @param project the directory that set-up scripts are relative to
   * @throws AssertionError if one of them fails
   */
  static PageRun of(MarkdownPage page, Path project, LiveNode node) {
    Cqlsh cqlsh = Cqlsh.of(node.node());
    for (String script : page.setUp()) {
      CommittedScripts.run(cqlsh, project.resolve(script));
    }
    PageRun run = new PageRun(page);
    boolean hasJava = page.blocks().stream().anyMatch(block -> block.language().equals("java"));
    // That of the tests knows no schema.
    try (CqlSession session = hasJava ? node.node().sessionBuilder().build() : null) {
      for (Block block : page.blocks()) {
        String name = page.file().getFileName() + "-line-" + block.line();
        List<String> printed =
            switch (block.language()) {
              case "cql" ->
                  CommittedScripts.printed(
                      CommittedScripts.run(
                          cqlsh, CommittedScripts.altered(name + ".cql", block.text())));
              case "sh" -> printed(name, block.text(), node);
              case "java" -> JavaExample.run(name, block.text(), session).lines().toList();
              default -> throw new AssertionError(name + ": cannot run " + block.language());
            };
        if (block.output() != null) {
          run.printed.put(block.output(), trimmed(printed));
        }
        if (block.picture() != null) {
          run.drawn.put(page.file().resolveSibling(block.picture()), picture(name, printed));
        }
      }
    }
    return run;
  }

  private static List<String> printed(String name, String text, LiveNode node) {
    assertThat(text).as(name).startsWith(PROGRAM);
    CommandLineRun run = GuideCommands.run(node.node().address(), text.substring(PROGRAM.length()));
    assertThat(run.exitCode()).as("%s: %s", name, run).isZero();
    return run.out().lines().toList();
  }

  /** That of a page of HTML, which has one. */
  private static String picture(String name, List<String> html) {
    Matcher svg = SVG.matcher(String.join("\n", html));
    assertThat(svg.find()).as("%s draws a picture", name).isTrue();
    return svg.group() + "\n";
  }

  /** Writes what was drawn. */
  void writePictures() throws IOException {
    for (Map.Entry<Path, String> picture : drawn.entrySet()) {
      Files.createDirectories(picture.getKey().getParent());
      Files.writeString(picture.getKey(), picture.getValue());
    }
  }

  /** The page with what was printed. */
  List<String> lines() {
    return page.with(printed);
  }

  /** For each block that shows something else than was printed, the difference. */
  List<String> differences() throws IOException {
    List<String> differences = new ArrayList<>();
    for (Map.Entry<Path, String> picture : drawn.entrySet()) {
      Path file = picture.getKey();
      if (!Files.exists(file) || !Files.readString(file).equals(picture.getValue())) {
        differences.add(file + " shows another picture than was drawn");
      }
    }
    printed.forEach(
        (output, found) -> {
          List<String> expected = trimmed(output.text());
          if (!found.equals(expected)) {
            differences.add(
                String.join(
                    "\n",
                    UnifiedDiffUtils.generateUnifiedDiff(
                        page.file() + ", line " + output.firstLine(),
                        "printed",
                        expected,
                        DiffUtils.diff(expected, found),
                        CONTEXT)));
          }
        });
    return differences;
  }

  /** Without blanks at the ends of lines, and without blank lines at the beginning and end. */
  static List<String> trimmed(List<String> lines) {
    List<String> stripped = lines.stream().map(String::stripTrailing).toList();
    int from = 0;
    int to = stripped.size();
    while (from < to && stripped.get(from).isEmpty()) {
      from++;
    }
    while (to > from && stripped.get(to - 1).isEmpty()) {
      to--;
    }
    return stripped.subList(from, to);
  }
}
