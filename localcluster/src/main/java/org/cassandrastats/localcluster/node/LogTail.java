/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log. */
public final class LogTail {
  private LogTail() {}

  /** The last lines of a file, or why it cannot be read. */
  public static String of(Path log, int lines) {
    try {
      // Undecodable bytes must not hide the log.
      String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
      List<String> all = text.lines().toList();
      return String.join(
          System.lineSeparator(), all.subList(Math.max(0, all.size() - lines), all.size()));
    } catch (IOException unreadable) {
      return "(no log: " + unreadable + ")";
    }
  }
}
