/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/** Texts of bytes: a function body may use no {@code java.nio.charset}. */
public final class Utf8 {
  private Utf8() {}

  /** The text of bytes; of bytes that are no UTF-8 their hexadecimal digits. */
  public static String text(ByteBuffer bytes, int start, int length) {
    StringBuilder text = new StringBuilder();
    boolean isText = true;
    int at = 0;
    while (at < length && isText) {
      int lead = bytes.get(start + at) & 0xff;
      int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
      int code = more == 0 ? lead : lead & (0x3f >> more);
      isText = (more == 0 || (lead >= 0xc2 && lead < 0xf5)) && at + more < length;
      for (int i = 1; i <= more && isText; i++) {
        int next = bytes.get(start + at + i);
        isText = (next & 0xc0) == 0x80;
        code = code << 6 | (next & 0x3f);
      }
      // Longer forms than needed, and halves of pairs, are no UTF-8.
      int least = more == 2 ? 0x800 : more == 3 ? 0x10000 : 0;
      isText &= code >= least && code <= Character.MAX_CODE_POINT && code >> 11 != 0x1b;
      if (isText) {
        text.appendCodePoint(code);
      }
      at += more + 1;
    }
    if (!isText) {
      text.setLength(0);
      text.append("0x");
      for (int i = 0; i < length; i++) {
        text.append(Integer.toHexString((bytes.get(start + i) & 0xff) | 0x100), 1, 3);
      }
    }
    return text.toString();
  }
}
