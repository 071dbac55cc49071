/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.bulk;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Writes SSTables with Cassandra's own {@code CQLSSTableWriter}, in a process of its own: the
 * libraries of Cassandra and those of this program do not share a class path, so that it is called
 * by name. It reads rows from standard input: a 1, then for each value its size and its bytes; a
 * size of -1 is null. Behind the last row there is a 0.
 */
public final class SstableProcess {
  private static final String WRITER = "org.apache.cassandra.io.sstable.CQLSSTableWriter";
  private static final int BUFFER = 1 << 20;

  /** What is kept in memory before it is sorted: small partitions take many times as much there. */
  private static final int MEBIBYTES_OF_AN_SSTABLE = 32;

  private SstableProcess() {}

  /**
   * Writes all rows.
   *
   * @param arguments an empty directory; the table and an insert into it in CQL; the number of
   *     values of a row
   */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    Class<?> type = Class.forName(WRITER);
    Object builder = type.getMethod("builder").invoke(null);
    set(builder, "inDirectory", arguments[0]);
    set(builder, "forTable", arguments[1]);
    set(builder, "using", arguments[2]);
    builder
        .getClass()
        .getMethod("withMaxSSTableSizeInMiB", int.class)
        .invoke(builder, MEBIBYTES_OF_AN_SSTABLE);
    ByteBuffer[] row = new ByteBuffer[Integer.parseInt(arguments[3])];
    Method add = type.getMethod("rawAddRow", List.class);
    try (Closeable writer = (Closeable) builder.getClass().getMethod("build").invoke(builder);
        DataInputStream rows = new DataInputStream(new BufferedInputStream(System.in, BUFFER))) {
      while (rows.readByte() != 0) {
        for (int i = 0; i < row.length; i++) {
          row[i] = value(rows);
        }
        add.invoke(writer, Arrays.asList(row));
      }
    }
    // Cassandra leaves threads behind.
    System.exit(0);
  }

  private static void set(Object builder, String option, String value)
      throws ReflectiveOperationException {
    builder.getClass().getMethod(option, String.class).invoke(builder, value);
  }

  private static ByteBuffer value(DataInputStream rows) throws IOException {
    int size = rows.readInt();
    if (size < 0) {
      return null;
    }
    byte[] bytes = new byte[size];
    rows.readFully(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
