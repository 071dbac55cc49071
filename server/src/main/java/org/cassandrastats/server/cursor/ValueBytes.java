/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.db.marshal.ValueAccessor;

/**
 * The bytes of the values of a batch that have no fixed width, one behind the other in blocks. A
 * value never lies in two of them.
 */
final class ValueBytes {
  /** A longer value is left to Cassandra. */
  static final int LONGEST = 1 << 20;

  /** Bytes that are reserved at a time; a longer value has a block of its own. */
  private static final int BLOCK = 1 << 16;

  /** Pages of so many bytes are not small, however few rows they have. */
  private static final long MANY = 1 << 20;

  /** Bits of the length of a value, and of where it begins in its block. */
  private static final int LENGTH_BITS = 21;

  private static final int OFFSET_BITS = 16;

  private final long most;
  private final LongPredicate memory;
  private final List<ByteBuffer> blocks = new ArrayList<>();
  private byte[] block = new byte[0];

  /** Bytes of the last block. */
  private int used;

  /** Bytes of all values. */
  private long total;

  /** What all rows had before the last one, in how many blocks, and what the largest row had. */
  private long before;

  private int blocksBefore;
  private int usedBefore;

  private long largest;

  /** Bytes that are reserved for the next block. */
  private long reserved;

  /**
   * No bytes, for which nothing is reserved.
   *
   * @param most behind so many bytes there is no room for a further row
   * @param memory reserves so many bytes, or says that there is no room for them
   */
  ValueBytes(long most, LongPredicate memory) {
    this.most = most;
    this.memory = memory;
  }

  /**
   * Takes a copy of a value.
   *
   * @return where it is
   * @throws NotCovered if it is too long, or there is no room for it
   */
  long add(byte[] source, int from, int length) {
    makeRoom(length);
    System.arraycopy(source, from, block, used, length);
    return added(length);
  }

  /** As {@link #add(byte[], int, int)}, of a value of Cassandra's. */
  <V> long add(V value, ValueAccessor<V> accessor) {
    int length = accessor.size(value);
    makeRoom(length);
    accessor.copyTo(value, 0, block, ByteArrayAccessor.instance, used, length);
    return added(length);
  }

  private void makeRoom(int length) {
    if (length > LONGEST) {
      throw new NotCovered("a value of more than " + LONGEST + " bytes");
    }
    if (block.length - used < length) {
      if (!reserve(length)) {
        throw new NotCovered("no memory for a value");
      }
      block = new byte[Math.max(BLOCK, length)];
      reserved -= block.length;
      blocks.add(ByteBuffer.wrap(block));
      used = 0;
    }
  }

  private boolean reserve(long length) {
    long wanted = Math.max(BLOCK, length) - reserved;
    if (wanted > 0 && !memory.test(wanted)) {
      return false;
    }
    reserved += Math.max(0, wanted);
    return true;
  }

  private long added(int length) {
    long place =
        ((long) (blocks.size() - 1) << (OFFSET_BITS + LENGTH_BITS))
            | ((long) used << LENGTH_BITS)
            | length;
    used += length;
    total += length;
    return place;
  }

  /** Forgets the values of the last row; what is reserved for them is kept. */
  void reset() {
    total = before;
    if (blocks.size() == blocksBefore) {
      used = usedBefore;
    }
  }

  /** Asked behind each row: whether another one has room that is as large as the largest one. */
  boolean hasRoom() {
    largest = Math.max(largest, total - before);
    before = total;
    blocksBefore = blocks.size();
    usedBefore = used;
    return total < most && (block.length - used >= largest || reserve(largest));
  }

  /** Whether a page is not small that ends here. */
  boolean areMany() {
    return total >= MANY;
  }

  /** The value at a place, in a buffer that has another one after the next call. */
  ByteBuffer at(long place) {
    ByteBuffer bytes = blocks.get((int) (place >>> (OFFSET_BITS + LENGTH_BITS)));
    int from = (int) (place >>> LENGTH_BITS) & (BLOCK - 1);
    int length = (int) place & ((1 << LENGTH_BITS) - 1);
    bytes.limit(from + length).position(from);
    return bytes;
  }
}
