/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.golden;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** JSON with one line for whatever fits on it, so that people read it and differences are short. */
final class Json {
  private static final int LINE = 120;

  private Json() {}

  /** The text of maps, lists and the values of functions; blobs are hexadecimal. */
  static String text(Object value) {
    StringBuilder text = new StringBuilder();
    append(text, value, "");
    return text.append('\n').toString();
  }

  private static void append(StringBuilder text, Object value, String indent) {
    String line = line(value);
    if (line.length() + indent.length() <= LINE || !isNested(value)) {
      text.append(line);
      return;
    }
    String inner = indent + "  ";
    boolean isMap = value instanceof Map<?, ?>;
    text.append(isMap ? "{\n" : "[\n");
    Iterator<?> parts = isMap ? ((Map<?, ?>) value).entrySet().iterator() : iterator(value);
    while (parts.hasNext()) {
      Object part = parts.next();
      text.append(inner);
      if (part instanceof Map.Entry<?, ?> entry) {
        text.append(line(entry.getKey())).append(": ");
        append(text, entry.getValue(), inner);
      } else {
        append(text, part, inner);
      }
      text.append(parts.hasNext() ? ",\n" : "\n");
    }
    text.append(indent).append(isMap ? "}" : "]");
  }

  private static Iterator<?> iterator(Object list) {
    return ((List<?>) list).iterator();
  }

  /** Whether a long text is better on several lines: not that of a list of numbers. */
  private static boolean isNested(Object value) {
    return value instanceof Map<?, ?>
        || (value instanceof List<?> list
            && list.stream().anyMatch(part -> part instanceof Map<?, ?> || part instanceof List));
  }

  private static String line(Object value) {
    if (value instanceof Map<?, ?> map) {
      StringBuilder text = new StringBuilder("{");
      map.forEach(
          (key, part) ->
              text.append(text.length() == 1 ? "" : ", ")
                  .append(line(key))
                  .append(": ")
                  .append(line(part)));
      return text.append('}').toString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Json::line).toList().toString();
    }
    if (value instanceof ByteBuffer blob) {
      byte[] bytes = new byte[blob.remaining()];
      blob.duplicate().get(bytes);
      return "\"0x" + HexFormat.of().formatHex(bytes) + '"';
    }
    if (value instanceof Float number) {
      return line(number.doubleValue());
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return "\"" + number + '"';
    }
    if (value instanceof CharSequence) {
      return quoted(value.toString());
    }
    return String.valueOf(value);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
