/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.cassandra.io.util.RandomAccessReader;

/**
 * Bytes of a file in an array, taken from Cassandra's own reader: decompressed and checked by it.
 * What reads behind the {@link #limit} finds zeros or other bytes of the file; the end of a row is
 * compared with its size.
 */
final class Window {
  /** No row or marker that takes more bytes is read here: the size may be that of a damaged row. */
  static final int LARGEST = 1 << 20;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final int STEP = 1 << 14;

  /** What may be read behind the limit without a look at it. */
  private static final int SLACK = 32;

  byte[] bytes = new byte[2 * STEP + SLACK];

  /** Of the next byte. */
  int at;

  /** Behind the last byte. */
  int limit;

  private final RandomAccessReader file;
  private long behind;

  /** The bytes behind the position of a file, which is closed by the caller. */
  Window(RandomAccessReader file) {
    this.file = file;
    this.behind = file.getFilePointer();
  }

  /** Has so many bytes in the array, where the file has them. */
  void ensure(int size) throws IOException {
    if (limit - at < size) {
      fill(size);
    }
  }

  private void fill(int size) throws IOException {
    if (size > LARGEST) {
      throw new NotCovered("a row of more than " + LARGEST + " bytes");
    }
    int left = limit - at;
    if (bytes.length < size + STEP + SLACK) {
      bytes = Arrays.copyOfRange(bytes, at, at + size + 2 * STEP + SLACK);
    } else {
      System.arraycopy(bytes, at, bytes, 0, left);
    }
    at = 0;
    limit = left;
    while (limit < size) {
      // Up to the end of a chunk, so that none is decompressed before it is due.
      int wanted = STEP - (int) (behind & (STEP - 1));
      int read = file.read(bytes, limit, wanted);
      if (read <= 0) {
        return;
      }
      limit += read;
      behind += read;
    }
  }

  /** Of the next byte, in the file. */
  long position() {
    return behind - (limit - at);
  }

  /** An unsigned number of one to nine bytes. */
  long vint() {
    int first = bytes[at++];
    return first >= 0 ? first : longer(first);
  }

  private long longer(int first) {
    int extra = Integer.numberOfLeadingZeros(~first) - 24;
    long next = (long) LONG.get(bytes, at);
    at += extra;
    return extra == 8
        ? next
        : ((long) (first & (0xff >> extra)) << (8 * extra)) | (next >>> (64 - 8 * extra));
  }

  /** Such a number that counts bytes of this row. */
  int size() {
    long size = vint();
    if (size < 0 || size > LARGEST) {
      throw new NotCovered("a row of more than " + LARGEST + " bytes");
    }
    return (int) size;
  }

  void skipVint() {
    int first = bytes[at++];
    if (first < 0) {
      at += Integer.numberOfLeadingZeros(~first) - 24;
    }
  }

  long int64(int index) {
    return (long) LONG.get(bytes, index);
  }

  /** The next bytes, 1, 2, 4 or 8 of them, as an unsigned number. */
  long bits(int width) {
    int index = at;
    at += width;
    switch (width) {
      case 8:
        return (long) LONG.get(bytes, index);
      case 4:
        return (int) INT.get(bytes, index) & 0xffffffffL;
      case 2:
        return ((bytes[index] & 0xffL) << 8) | (bytes[index + 1] & 0xff);
      default:
        return bytes[index] & 0xff;
    }
  }
}
