/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.nio.charset.Charset;

/** Bars of text: in eighths of a character where the terminal has such block characters. */
enum Bars {
  BLOCKS,
  ASCII;

  private static final int LONGEST = 50;
  private static final String EIGHTHS = "\u258f\u258e\u258d\u258c\u258b\u258a\u2589\u2588";
  private static final int PARTS = EIGHTHS.length();

  /** What the encoding of the user's locale can show, which is that of a terminal. */
  static Bars ofLocale() {
    Charset encoding =
        Charset.forName(System.getProperty("native.encoding", Charset.defaultCharset().name()));
    return encoding.newEncoder().canEncode(EIGHTHS) ? BLOCKS : ASCII;
  }

  /** A bar; what is not nothing is seen. */
  String of(long size, long largest) {
    if (size == 0) {
      return "";
    }
    int parts = this == BLOCKS ? PARTS : 1;
    int length = (int) Math.max(1, Math.round((double) size / largest * LONGEST * parts));
    int rest = length % parts;
    String full = this == BLOCKS ? EIGHTHS.substring(PARTS - 1) : "#";
    return full.repeat(length / parts) + (rest == 0 ? "" : EIGHTHS.charAt(rest - 1));
  }
}
