/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A record as one blob, column after column: four bytes of an int, eight of a double, two of the
 * length of a text and then UTF-8.
 */
final class RecordBlob {
  private RecordBlob() {}

  static ByteBuffer encode(List<Column> columns, int row) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      for (Column column : columns) {
        switch (column.kind()) {
          case INT -> out.writeInt((int) column.numbers()[row]);
          case DOUBLE -> out.writeDouble(column.numbers()[row]);
          case TEXT -> {
            byte[] utf8 = column.texts()[row].getBytes(StandardCharsets.UTF_8);
            out.writeShort(utf8.length);
            out.write(utf8);
          }
        }
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  /** Reads the number at the position of a buffer. */
  static double number(ByteBuffer buffer, Column column) {
    return column.kind() == Column.Kind.INT ? buffer.getInt() : buffer.getDouble();
  }

  /** Goes to behind some columns. */
  static void skip(ByteBuffer buffer, List<Column> columns) {
    for (Column column : columns) {
      int size =
          switch (column.kind()) {
            case INT -> Integer.BYTES;
            case DOUBLE -> Double.BYTES;
            case TEXT -> buffer.getShort() & WordList.LONGEST;
          };
      buffer.position(buffer.position() + size);
    }
  }
}
