/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether a node did not start because a disk is full: its log says so inside stack traces. */
final class FullDisk {
  // Of the operating system, and of Cassandra, which leaves 50 MiB of every disk free.
  private static final List<String> SIGNS =
      List.of("No space left on device", "Insufficient disk space");

  private static final double MEBIBYTE = 1024 * 1024;

  private FullDisk() {}

  /**
   * What to do if the log speaks of a full disk, in a sentence.
   *
   * @param directory of the node's files
   */
  static Optional<String> advice(Path log, Path directory) {
    return mentioned(log)
        ? Optional.of(
            "The disk of %s is full%s. Make room there, or run the node on another disk: node start --dir."
                .formatted(directory, free(directory)))
        : Optional.empty();
  }

  private static boolean mentioned(Path log) {
    try {
      // Whatever its bytes are: a full disk cuts the log off anywhere.
      String text = new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
      return SIGNS.stream().anyMatch(text::contains);
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static String free(Path directory) {
    try {
      return String.format(
          Locale.ROOT,
          ": %,.0f MiB are free, and Cassandra leaves 50 MiB unused",
          Math.floor(Files.getFileStore(directory).getUsableSpace() / MEBIBYTE));
    } catch (IOException unknown) {
      return "";
    }
  }
}
