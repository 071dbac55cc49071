/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import java.nio.charset.Charset;

/** The characters that pictures in a terminal are made of. */
public enum Glyphs {
  /** Eighths of a character, and dots of Braille. */
  BLOCKS(
      "\u258f\u258e\u258d\u258c\u258b\u258a\u2589\u2588",
      "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"),
  /** Where the terminal has no others. */
  ASCII("#", "_.-=+*#@");

  private final String horizontal;
  private final String vertical;

  Glyphs(String horizontal, String vertical) {
    this.horizontal = horizontal;
    this.vertical = vertical;
  }

  /** What the encoding of the user's locale can show, which is that of a terminal. */
  public static Glyphs ofLocale() {
    Charset encoding =
        Charset.forName(System.getProperty("native.encoding", Charset.defaultCharset().name()));
    return encoding.newEncoder().canEncode(BLOCKS.horizontal) ? BLOCKS : ASCII;
  }

  /**
   * A bar; what is not nothing is seen.
   *
   * @param longest the characters of the largest bar
   */
  public String bar(double size, double largest, int longest) {
    if (!(size > 0)) {
      return "";
    }
    int parts = horizontal.length();
    int length =
        (int)
            Math.max(
                1, Math.min(longest * (long) parts, Math.round(size / largest * longest * parts)));
    int rest = length % parts;
    return horizontal.substring(parts - 1).repeat(length / parts)
        + (rest == 0 ? "" : horizontal.charAt(rest - 1));
  }

  /**
   * The height of a value as one character.
   *
   * @param part of the height, from 0 to 1; a blank for NaN
   */
  char spark(double part) {
    return Double.isNaN(part)
        ? ' '
        : vertical.charAt((int) Math.min(vertical.length() - 1, part * vertical.length()));
  }
}
