/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Texts as a blob: for each, two bytes of length and then UTF-8. */
final class WordList {
  static final int LONGEST = 65_535;

  private WordList() {}

  static ByteBuffer encode(Iterable<String> words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String word : words) {
      byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
      if (utf8.length > LONGEST) {
        throw new IllegalArgumentException("a text of %d bytes is too long".formatted(utf8.length));
      }
      bytes.write(utf8.length >>> 8);
      bytes.write(utf8.length);
      bytes.write(utf8, 0, utf8.length);
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  static List<String> decode(ByteBuffer words) {
    ByteBuffer view = words.duplicate();
    List<String> list = new ArrayList<>();
    while (view.hasRemaining()) {
      list.add(next(view));
    }
    return list;
  }

  /** Reads the text at the position of a buffer. */
  static String next(ByteBuffer buffer) {
    byte[] utf8 = new byte[buffer.getShort() & LONGEST];
    buffer.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
