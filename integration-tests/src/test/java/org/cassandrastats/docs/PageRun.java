/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;

/** What cqlsh printed for the blocks of a page, run one after the other. */
final class PageRun {
  /** Lines of a difference that are shown around what differs. */
  private static final int CONTEXT = 3;

  private final MarkdownPage page;

  /** What each output block should hold. */
  private final Map<CqlBlock.Output, List<String>> printed = new LinkedHashMap<>();

  private PageRun(MarkdownPage page) {
    this.page = page;
  }

  /**
   * Runs the set-up and all blocks of a page.
   *
   * @param project the directory that set-up scripts are relative to
   * @throws AssertionError if cqlsh complains about a statement
   */
  static PageRun of(MarkdownPage page, Path project, Cqlsh cqlsh) {
    for (String script : page.setUp()) {
      CommittedScripts.run(cqlsh, project.resolve(script));
    }
    PageRun run = new PageRun(page);
    for (CqlBlock block : page.blocks()) {
      String name = page.file().getFileName() + "-line-" + block.line() + ".cql";
      CommandResult result =
          CommittedScripts.run(cqlsh, CommittedScripts.altered(name, block.cql()));
      if (block.output() != null) {
        run.printed.put(block.output(), trimmed(CommittedScripts.printed(result)));
      }
    }
    return run;
  }

  /** The page with what cqlsh printed. */
  List<String> lines() {
    return page.with(printed);
  }

  /** For each block that shows something else than cqlsh printed, the difference. */
  List<String> differences() {
    List<String> differences = new ArrayList<>();
    printed.forEach(
        (output, found) -> {
          List<String> expected = trimmed(output.text());
          if (!found.equals(expected)) {
            differences.add(
                String.join(
                    "\n",
                    UnifiedDiffUtils.generateUnifiedDiff(
                        page.file() + ", line " + output.firstLine(),
                        "cqlsh",
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
