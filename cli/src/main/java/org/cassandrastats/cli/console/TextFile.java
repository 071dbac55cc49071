/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files of text that users write. */
public final class TextFile {
  /** Editors of Windows write it. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private TextFile() {}

  /**
   * Reads a file.
   *
   * @param option that names it, for the message
   * @throws UserError if it cannot be read as text in UTF-8
   */
  public static String read(Path file, String option) {
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (NoSuchFileException missing) {
      throw new UserError("There is no file %s: check %s.".formatted(file, option), missing);
    } catch (IOException failed) {
      throw new UserError(
          "The file %s cannot be read as text in UTF-8: %s".formatted(file, failed.getMessage()),
          failed);
    }
  }
}
