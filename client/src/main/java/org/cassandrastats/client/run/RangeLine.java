/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.client.range.Cut;
import org.cassandrastats.client.range.Range;

/**
 * A range and the answer to it as a line of text: both ends, and the bytes of all columns.
 *
 * @param range of keys or tokens
 * @param rows the answer
 */
record RangeLine<K>(Range<K> range, List<List<ByteBuffer>> rows) {
  private static final String NONE = "none";
  private static final String NULL = "null";

  static <K> String format(
      Range<K> range, List<List<ByteBuffer>> rows, Function<K, ByteBuffer> encode) {
    String answer =
        rows.isEmpty()
            ? NONE
            : rows.stream()
                .map(row -> row.stream().map(RangeLine::text).collect(Collectors.joining(",")))
                .collect(Collectors.joining(";"));
    return cut(range.lower(), encode) + " " + cut(range.upper(), encode) + " " + answer;
  }

  static <K> RangeLine<K> parse(String line, Function<ByteBuffer, K> decode) {
    String[] fields = line.split(" ", -1);
    List<List<ByteBuffer>> rows = new ArrayList<>();
    if (!fields[2].equals(NONE)) {
      for (String row : fields[2].split(";", -1)) {
        List<ByteBuffer> columns = new ArrayList<>();
        for (String column : row.split(",", -1)) {
          columns.add(bytes(column));
        }
        rows.add(columns);
      }
    }
    return new RangeLine<>(new Range<>(cut(fields[0], decode), cut(fields[1], decode)), rows);
  }

  private static <K> String cut(Cut<K> cut, Function<K, ByteBuffer> encode) {
    String side = cut.after() ? ">" : "<";
    return cut.isEnd() ? side + "*" : side + text(encode.apply(cut.key()));
  }

  private static <K> Cut<K> cut(String text, Function<ByteBuffer, K> decode) {
    boolean after = text.charAt(0) == '>';
    if (text.substring(1).equals("*")) {
      return after ? Cut.top() : Cut.bottom();
    }
    K key = decode.apply(bytes(text.substring(1)));
    return after ? Cut.after(key) : Cut.before(key);
  }

  private static String text(ByteBuffer bytes) {
    if (bytes == null) {
      return NULL;
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    // The sign in front tells bytes from null.
    return "=" + Base64.getEncoder().withoutPadding().encodeToString(copy);
  }

  private static ByteBuffer bytes(String text) {
    return text.equals(NULL)
        ? null
        : ByteBuffer.wrap(Base64.getDecoder().decode(text.substring(1)));
  }
}
