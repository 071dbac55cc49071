/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringPrefix;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;

/** A place in a partition: that of a row, or before or behind rows that begin alike. */
final class Place {
  /** A longer value of a clustering column is left to Cassandra. */
  private static final int LONGEST = 1 << 16;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final ClusteringOrder order;
  private final ByteBuffer[] values;

  /** How many values it has: all for a row. */
  private int size;

  /** 0 for a row; -1 before and 1 behind the rows with these values. */
  private int side;

  /** Instead of values, where the order is that of whole numbers. */
  private long key;

  Place(ClusteringOrder order) {
    this.order = order;
    this.values = new ByteBuffer[order.isLong() ? 0 : order.size()];
    Arrays.fill(values, NONE);
  }

  /** The place of a row or a bound. */
  static Place of(ClusteringOrder order, ClusteringPrefix<?> prefix) {
    Place place = new Place(order);
    place.set(prefix);
    return place;
  }

  void set(ClusteringPrefix<?> prefix) {
    size = prefix.size();
    side = prefix.kind().comparedToClustering;
    for (int index = 0; index < size; index++) {
      ByteBuffer value = prefix.bufferAt(index);
      if (value == null || !value.hasRemaining()) {
        throw new NotCovered("an empty value of a clustering column");
      }
      if (order.isLong()) {
        key =
            order.key(
                value.remaining() == 4
                    ? value.getInt(value.position())
                    : value.getLong(value.position()));
      } else {
        int length = value.remaining();
        room(index, length);
        value.duplicate().get(values[index].array(), 0, length);
      }
    }
  }

  /** Reads what a row or marker of an SSTable begins with. */
  void read(Window window, int newSize, int newSide) throws IOException {
    size = newSize;
    side = newSide;
    if (newSize == 0) {
      return;
    }
    for (int index = 0; index < newSize; index++) {
      // Two bits for each of the next 32 values: none of them is null or empty.
      if (index % 32 == 0 && window.vint() != 0) {
        throw new NotCovered("an empty value of a clustering column");
      }
      int width = order.width(index);
      if (order.isLong()) {
        key = order.key(width == 4 ? (int) window.bits(4) : window.bits(8));
        return;
      }
      int length = width >= 0 ? width : window.size();
      room(index, length);
      // With the length of the next one.
      window.ensure(length + 16);
      System.arraycopy(window.bytes, window.at, values[index].array(), 0, length);
      window.at += length;
    }
  }

  private void room(int index, int length) {
    if (length > LONGEST) {
      throw new NotCovered("a long value of a clustering column");
    }
    if (values[index].capacity() < length) {
      values[index] = ByteBuffer.allocate(Math.max(16, Integer.highestOneBit(length) * 2));
    }
    values[index].limit(length);
  }

  int compareTo(Place other) {
    if (order.isLong() && size + other.size == 2) {
      int compared = Long.compare(key, other.key);
      return compared == 0 ? Integer.compare(side, other.side) : compared;
    }
    int common = Math.min(size, other.size);
    if (!order.isLong()) {
      for (int index = 0; index < common; index++) {
        int compared = order.type(index).compare(values[index], other.values[index]);
        if (compared != 0) {
          return compared;
        }
      }
    }
    if (size == other.size) {
      return Integer.compare(side, other.side);
    }
    return size < other.size ? side : -other.side;
  }

  /** Whether the first columns have the same bytes. */
  boolean beginsLike(Place other, int columns) {
    for (int index = 0; index < columns; index++) {
      if (!values[index].equals(other.values[index])) {
        return false;
      }
    }
    return true;
  }

  /** Takes over the first columns. */
  void setBeginning(Place other, int columns) {
    for (int index = 0; index < columns; index++) {
      ByteBuffer value = other.values[index];
      room(index, value.remaining());
      value.duplicate().get(values[index].array(), 0, value.remaining());
    }
  }

  /**
   * A value of a row that is at this place.
   *
   * @param width of its type
   * @return its bytes, as an unsigned number
   */
  long bits(int index, int width) {
    if (order.isLong()) {
      return order.key(key) & (-1L >>> (Long.SIZE - Byte.SIZE * width));
    }
    ByteBuffer value = values[index];
    if (value.remaining() != width) {
      throw new NotCovered("a value of a clustering column that has not the bytes of its type");
    }
    long bits = 0;
    for (int each = 0; each < width; each++) {
      bits = (bits << Byte.SIZE) | (value.get(each) & 0xff);
    }
    return bits;
  }

  /** The bytes of a value of a row that is here, where the order is not that of whole numbers. */
  ByteBuffer value(int index) {
    return values[index];
  }

  /** The clustering of a row that is at this place. */
  Clustering<?> clustering() {
    ByteBuffer[] copies = new ByteBuffer[order.size()];
    for (int index = 0; index < copies.length; index++) {
      copies[index] = order.isLong() ? keyBytes() : copy(values[index]);
    }
    return ByteBufferAccessor.instance.factory().clustering(copies);
  }

  private ByteBuffer keyBytes() {
    long value = order.key(key);
    return order.width(0) == 4
        ? ByteBuffer.allocate(4).putInt(0, (int) value)
        : ByteBuffer.allocate(8).putLong(0, value);
  }

  private static ByteBuffer copy(ByteBuffer value) {
    return ByteBuffer.allocate(value.remaining()).put(value.duplicate()).flip();
  }
}
