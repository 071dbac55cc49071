/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.uda.chunk.ChunkCodec;

/**
 * Points of one series in the order of their times, one for each time. Values are the bits of
 * doubles, or integers: what is compared here is compared bit for bit.
 */
final class Points {
  static final Points NONE = new Points(new long[0], new long[0]);

  private final long[] times;
  private final long[] bits;

  private Points(long[] times, long[] bits) {
    this.times = times;
    this.bits = bits;
  }

  /**
   * Points in any order; of several at one time the last one stays.
   *
   * @param times of which the array may be longer
   * @param bits of their values
   * @param count how many there are
   */
  static Points of(long[] times, long[] bits, int count) {
    if (isRising(times, count)) {
      return new Points(Arrays.copyOf(times, count), Arrays.copyOf(bits, count));
    }
    // Sorting is stable, so that the last one of a time comes last.
    int[] order =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingLong(i -> times[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    long[] sortedTimes = new long[count];
    long[] sortedBits = new long[count];
    int size = 0;
    for (int i : order) {
      if (size > 0 && sortedTimes[size - 1] == times[i]) {
        size--;
      }
      sortedTimes[size] = times[i];
      sortedBits[size] = bits[i];
      size++;
    }
    return new Points(Arrays.copyOf(sortedTimes, size), Arrays.copyOf(sortedBits, size));
  }

  /** Whether each of some times is later than the one before. */
  static boolean isRising(long[] times, int count) {
    for (int i = 1; i < count; i++) {
      if (times[i] <= times[i - 1]) {
        return false;
      }
    }
    return true;
  }

  /** The times of several series, each once, in their order. */
  static long[] times(List<Points> columns) {
    Points all = NONE;
    for (Points column : columns) {
      // Columns of the same rows have the same times.
      all = Arrays.equals(all.times, column.times) ? all : all.with(column);
    }
    return all.times;
  }

  int size() {
    return times.length;
  }

  long time(int index) {
    return times[index];
  }

  long bits(int index) {
    return bits[index];
  }

  /** These and other points; where both have a time, the other one's value. */
  Points with(Points newer) {
    if (newer.size() == 0 || size() == 0) {
      return size() == 0 ? newer : this;
    }
    long[] allTimes = new long[size() + newer.size()];
    long[] allBits = new long[size() + newer.size()];
    int count = 0;
    int old = 0;
    int next = 0;
    while (old < size() || next < newer.size()) {
      boolean isNew = old == size() || (next < newer.size() && newer.times[next] <= times[old]);
      allTimes[count] = isNew ? newer.times[next] : times[old];
      allBits[count] = isNew ? newer.bits[next] : bits[old];
      if (!isNew || (old < size() && times[old] == allTimes[count])) {
        old++;
      }
      next += isNew ? 1 : 0;
      count++;
    }
    return new Points(Arrays.copyOf(allTimes, count), Arrays.copyOf(allBits, count));
  }

  /** The points of whose times others have none. */
  Points without(Points others) {
    Builder left = new Builder();
    for (int i = 0; i < size(); i++) {
      if (others.indexOf(times[i]) < 0) {
        left.add(times[i], bits[i]);
      }
    }
    return left.build();
  }

  /** At how many times others have another value. */
  int differences(Points others) {
    int different = 0;
    for (int i = 0; i < size(); i++) {
      int index = others.indexOf(times[i]);
      different += index >= 0 && others.bits[index] != bits[i] ? 1 : 0;
    }
    return different;
  }

  /** Whether others are the same, bit for bit. */
  boolean isSame(Points others) {
    return Arrays.equals(times, others.times) && Arrays.equals(bits, others.bits);
  }

  /** The value of a time; null if there is none. */
  Long find(long time) {
    int index = indexOf(time);
    return index < 0 ? null : (Long) bits[index];
  }

  /** Where a time is; negative if it is not there. */
  int indexOf(long time) {
    return Arrays.binarySearch(times, time);
  }

  /** Points as they are read. */
  static final class Builder {
    private static final int FIRST = 256;

    private long[] times = new long[FIRST];
    private long[] bits = new long[FIRST];
    private int count;
    private boolean isRising = true;

    void add(long time, long bitsOfValue) {
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
        bits = Arrays.copyOf(bits, 2 * count);
      }
      isRising &= count == 0 || time > times[count - 1];
      times[count] = time;
      bits[count] = bitsOfValue;
      count++;
    }

    /** How many were added. */
    int size() {
      return count;
    }

    /** Whether each time was later than the one before. */
    boolean isRising() {
      return isRising;
    }

    /** The points, of one time the last that was added. */
    Points build() {
      return count == 0 ? NONE : of(times, bits, count);
    }
  }

  /**
   * The points of one column of a bucket, as the chunks of its parts.
   *
   * @param points of all parts
   * @param isCut whether the parts are cut as {@link #encode} cuts them, so that the same points
   *     are always the same parts, whatever runs they came by
   */
  record Chunks(Points points, boolean isCut) {
    /** How many points each chunk but the last one holds. */
    static final int SIZE = ChunkCodec.MAXIMUM_COUNT;

    /**
     * The chunks of points of a column.
     *
     * @param digest the k of the digests that they carry; 0 for none
     */
    static List<ByteBuffer> encode(PackedColumn column, Points points, int digest) {
      List<ByteBuffer> chunks = new ArrayList<>();
      for (int from = 0; from < points.size(); from += SIZE) {
        int to = Math.min(points.size(), from + SIZE);
        ByteBuffer chunk =
            column.encode(
                Arrays.copyOfRange(points.times, from, to),
                Arrays.copyOfRange(points.bits, from, to));
        chunks.add(digest == 0 ? chunk : ChunkCodec.withDigest(chunk, digest));
      }
      return chunks;
    }

    /**
     * The points of chunks of a column.
     *
     * @param parts null where a part has none of this column
     * @throws IllegalArgumentException if the bytes of one are no chunk, or not of such values
     */
    static Chunks decode(PackedColumn column, List<ByteBuffer> parts) {
      Points.Builder points = new Points.Builder();
      boolean isFull = true;
      boolean isCut = true;
      for (ByteBuffer part : parts) {
        int count = part == null ? 0 : add(column, points, part);
        isCut &= isFull ? part == null || count > 0 : part == null;
        isFull = count == SIZE;
      }
      return new Chunks(points.build(), isCut && points.isRising());
    }

    /**
     * Adds the points of a chunk of a column to others.
     *
     * @return how many it has
     */
    static int add(PackedColumn column, Builder points, ByteBuffer chunk) {
      long[] times = ChunkCodec.times(chunk);
      long[] bits = column.decode(chunk);
      for (int i = 0; i < times.length; i++) {
        points.add(times[i], bits[i]);
      }
      return times.length;
    }
  }
}
