/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;

/** The one edit that a DBA makes to a script. */
final class ScriptEdits {
  private static final Pattern KEYSPACE = Pattern.compile("\\bstats\\b");

  private ScriptEdits() {}

  /** The script with its one line that names the keyspace changed. */
  static String inKeyspace(String script, String keyspace) {
    List<String> lines =
        script
            .lines()
            .filter(line -> line.contains("USE ") && KEYSPACE.matcher(line).find())
            .toList();
    assertThat(lines).as("lines to edit").hasSize(1);
    return script.replace(lines.get(0), KEYSPACE.matcher(lines.get(0)).replaceAll(keyspace));
  }
}
