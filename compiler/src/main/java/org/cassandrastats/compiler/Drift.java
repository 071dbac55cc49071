/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Compares what the build made with what is committed. */
final class Drift {
  private static final String COMMAND =
      "./mvnw -q -pl compiler -am process-classes -Dcql.regenerate";

  private final Path root;
  private final Map<Path, String> expected;

  Drift(Path root, Map<Path, String> expected) {
    this.root = root;
    this.expected = expected;
  }

  /** The exit code: 0 only if the committed files are up to date and none was rewritten. */
  int check(boolean regenerate) throws IOException {
    int differences = 0;
    for (Map.Entry<Path, String> file : expected.entrySet()) {
      Path committed = root.resolve(file.getKey());
      String actual = Files.exists(committed) ? Files.readString(committed) : "";
      if (actual.equals(file.getValue())) {
        continue;
      }
      differences++;
      if (regenerate) {
        Files.createDirectories(committed.getParent());
        Files.writeString(committed, file.getValue());
        System.err.println("[cql] rewritten: " + file.getKey());
      } else if (differences == 1) {
        System.err.println(firstDifference(file.getKey(), actual, file.getValue()));
      } else {
        System.err.println("[cql] differs as well: " + file.getKey());
      }
    }
    if (regenerate) {
      System.err.println(
          "[cql] "
              + differences
              + " files rewritten. This build fails on purpose: review the changes, commit them, and"
              + " build again without -Dcql.regenerate.");
      return 1;
    }
    if (differences > 0) {
      System.err.println(
          "[cql] the committed files are not what the sources give. Rewrite them with: " + COMMAND);
      return 1;
    }
    return 0;
  }

  static String firstDifference(Path file, String committed, String made) {
    List<String> left = committed.lines().toList();
    List<String> right = made.lines().toList();
    int line = 0;
    while (line < left.size() && line < right.size() && left.get(line).equals(right.get(line))) {
      line++;
    }
    StringBuilder text = new StringBuilder();
    text.append("--- ").append(file).append(" (committed)\n");
    text.append("+++ ").append(file).append(" (made from the sources)\n");
    text.append("@@ line ").append(line + 1).append(" @@\n");
    for (int i = Math.max(0, line - 3); i < line; i++) {
      text.append(' ').append(left.get(i)).append('\n');
    }
    left.stream().skip(line).limit(3).forEach(l -> text.append('-').append(l).append('\n'));
    right.stream().skip(line).limit(3).forEach(l -> text.append('+').append(l).append('\n'));
    return text.toString();
  }
}
