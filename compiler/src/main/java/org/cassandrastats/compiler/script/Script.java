/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import java.util.ArrayList;
import java.util.List;

/** Text of a script for cqlsh. */
final class Script {
  static final String KEYSPACE = "stats";
  private static final int WIDTH = 100;

  private final StringBuilder text = new StringBuilder();

  /** Adds the licence and what the script does. */
  Script header(String title) {
    return verbatim("SPDX-License-Identifier: Apache-2.0", "")
        .comment("cassandra-stats: " + title + ".")
        .comment("");
  }

  /** Adds comment lines, wrapped. */
  Script comment(String... paragraphs) {
    for (String paragraph : paragraphs) {
      if (paragraph.isEmpty()) {
        text.append("--\n");
      }
      wrap(paragraph).forEach(line -> text.append("-- ").append(line).append('\n'));
    }
    return this;
  }

  /** Adds comment lines as they are. */
  Script verbatim(String... lines) {
    for (String line : lines) {
      text.append(("-- " + line).stripTrailing()).append('\n');
    }
    return this;
  }

  Script statement(String cql) {
    text.append(cql).append(";\n");
    return this;
  }

  Script blank() {
    text.append('\n');
    return this;
  }

  private static List<String> wrap(String paragraph) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : paragraph.split(" +", -1)) {
      if (line.length() + word.length() > WIDTH - 4) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
      }
      line.append(word).append(' ');
    }
    if (!line.toString().isBlank()) {
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
