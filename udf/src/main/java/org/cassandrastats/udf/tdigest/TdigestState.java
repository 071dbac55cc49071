/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a tdigest state: the image of a {@code tdigest<double>} of Apache DataSketches, so that
 * its libraries read and write it. Little-endian.
 *
 * <pre>
 *  0  u8 preamble length in longs: 1 for no or a single value, else 2
 *  1  u8 serial version 1
 *  2  u8 sketch type 20
 *  3  u16 k
 *  5  u8 flags: 1 empty, 2 single value, 4 the next merge runs from the largest value down
 *  6  u16 zero
 *  8  f64 the value, where it is single (16 bytes); no more, where it is empty (8 bytes); else
 *  8  u32 number of centroids c, at most 2k + 10 (2k + 30 for k below 30)
 * 12  u32 number of buffered values b, at most 4 times that
 * 16  f64 minimum, f64 maximum
 * 32  c x {f64 mean, u64 weight}, ascending by mean
 *     b x f64 buffered value, in any order
 * </pre>
 *
 * <p>Final states hold centroids alone, at most 32 + 16 x (2k + 10) bytes, which is 6592 for the
 * default k of 200. Up to 2k + 10 values, or k + 5 different ones, are kept as they are.
 */
public final class TdigestState {
  public static final int FAMILY = 20;

  public static final int DEFAULT_K = 200;
  public static final int MINIMUM_K = 10;
  public static final int MAXIMUM_K = 32767;

  /** The most values of a digest: beyond 2^53 doubles do not count exactly. */
  public static final long MAXIMUM_COUNT = 1L << 53;

  public static final int EMPTY = 1;
  public static final int SINGLE = 2;
  public static final int REVERSE = 4;

  public static final int FLAGS = 5;
  public static final int VALUE = 8;
  public static final int CENTROIDS = 8;
  public static final int BUFFERED = 12;
  public static final int MINIMUM = 16;
  public static final int MAXIMUM = 24;
  public static final int DATA = 32;
  public static final int CENTROID_SIZE = 16;

  /** The most values that the functions of this pack buffer. */
  private static final int MAXIMUM_BUFFER = 8192;

  /** Bytes behind the room for values in the buffer of a state function. */
  public static final int TAIL = 1;

  /** Values that the first buffer of a state function has room for. */
  public static final int FIRST_ROOM = 8;

  private TdigestState() {}

  /** The most centroids for a k. */
  public static int maximumCentroids(int k) {
    return 2 * k + (k < 30 ? 30 : 10);
  }

  /** The most buffered values of an image for a k. */
  static int maximumBuffered(int k) {
    return 4 * maximumCentroids(k);
  }

  /**
   * How many values the functions of this pack buffer for a k. A larger buffer takes too long to be
   * sorted in one call.
   */
  public static int bufferSize(int k) {
    return Math.min(4 * maximumCentroids(k), MAXIMUM_BUFFER);
  }

  /** The most bytes of a final state. */
  public static int maximumSize(int k) {
    return DATA + CENTROID_SIZE * maximumCentroids(k);
  }

  /** The first eight bytes, as a big-endian long, of a state that is not empty or single. */
  public static long header(int k, int flags) {
    return 0x0201140000000000L
        | (long) (k & 0xff) << 32
        | (long) (k >>> 8) << 24
        | (long) flags << 16;
  }

  /** The u16 k of a state. */
  public static int k(ByteBuffer state) {
    return (state.get(3) & 0xff) | (state.get(4) & 0xff) << 8;
  }

  /**
   * Whether a state function made this buffer for digests of this k, so that it is valid and may be
   * changed in place. Cassandra makes no buffer from stored, bound or literal bytes that starts at
   * 0, has an odd capacity and room behind its limit, and is a digest.
   */
  public static boolean isWorking(ByteBuffer state, int k) {
    return (state.capacity() & 7) == TAIL && isOwn(state, k);
  }

  /** Whether digests of any k are merged in this buffer, so that it may be changed in place. */
  public static boolean isMerged(ByteBuffer state) {
    return (state.capacity() & 7) == Buffers.MERGED_TAIL
        && state.limit() < state.capacity()
        && state.limit() > DATA
        && state.position() == 0
        && (state.getLong(0) & ~(0xffffL << 24 | (long) REVERSE << 16)) == header(0, 0);
  }

  /** Likewise, whatever stands behind the room for values. */
  static boolean isOwn(ByteBuffer state, int k) {
    return state.limit() < state.capacity()
        && state.limit() > DATA
        && state.position() == 0
        && (state.getLong(0) & ~((long) REVERSE << 16)) == header(k, 0);
  }

  /** An upper bound of the masses that {@code WeightedPoints.load} makes of a valid state. */
  public static int maximumMasses(ByteBuffer state) {
    return state.limit() < DATA ? 1 : getInt(state, CENTROIDS) + getInt(state, BUFFERED) + 2;
  }

  /** How many values a valid state that starts at offset 0 stands for. */
  public static long count(ByteBuffer state) {
    if (state.limit() < DATA) {
      return state.limit() == VALUE ? 0 : 1;
    }
    long count = getInt(state, BUFFERED);
    int centroids = getInt(state, CENTROIDS);
    for (int i = 0; i < centroids; i++) {
      long weight = getLong(state, DATA + CENTROID_SIZE * i + 8);
      if (weight < 1 || weight > MAXIMUM_COUNT - count) {
        throw new IllegalArgumentException(
            "not a tdigest state: expected weights from 1 to 2^53 together, found "
                + weight
                + " after "
                + count);
      }
      count += weight;
    }
    return count;
  }

  /** A state of no values, for a state function to start from. */
  public static ByteBuffer start(ByteBuffer state, int k) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "tdigest: expected the empty blob 0x or the state of its own last call (k must be the"
              + " same for every row), found "
              + state.remaining()
              + " other bytes; join stored states with tdigest_union");
    }
    return allocate(k, TAIL);
  }

  /**
   * A state of no values in a buffer with room for some.
   *
   * @param tail bytes behind that room, which tell whose buffer it is
   */
  static ByteBuffer allocate(int k, int tail) {
    ByteBuffer working = ByteBuffer.allocate(DATA + 8 * FIRST_ROOM + tail);
    working.limit(DATA);
    working.putLong(0, header(k, 0));
    putDouble(working, MINIMUM, Double.POSITIVE_INFINITY);
    putDouble(working, MAXIMUM, Double.NEGATIVE_INFINITY);
    return working;
  }

  /**
   * The state from offset 0 of a view, if its structure is that of a digest and it is not the empty
   * blob. Its centroids are checked where they are read.
   */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = Preamble.view(state);
    requireStructure(view);
    return view;
  }

  /**
   * Refuses a blob whose header is not that of a digest of its length. Centroids and buffered
   * values are looked at where they are read, by {@code WeightedPoints.load}.
   *
   * @param state starts at offset 0 and is not the empty blob
   */
  private static void requireStructure(ByteBuffer state) {
    int size = state.limit();
    int k = size < 8 ? 0 : k(state);
    int flags = size < 8 ? 0 : state.get(FLAGS) & 0xff;
    int kind = flags & 3;
    if (size < 8
        || state.get(2) != FAMILY
        || state.get(1) != 1
        || state.get(0) != (kind == 0 ? 2 : 1)
        || k < MINIMUM_K
        || k > MAXIMUM_K
        || flags > 7
        || kind == 3
        || state.getShort(6) != 0) {
      throw new IllegalArgumentException(
          "not a tdigest state: expected a tdigest<double> image, version 1,"
              + " k from 10 to 32767, found "
              + size
              + " bytes, sketch type "
              + (size < 8 ? 0 : state.get(2) & 0xff)
              + ", version "
              + (size < 8 ? 0 : state.get(1) & 0xff)
              + ", k "
              + k
              + ", flags "
              + flags);
    }
    boolean isImage = kind == 0 && size >= DATA;
    // Negative numbers are beyond 2^31.
    int centroids = isImage ? getInt(state, CENTROIDS) : 0;
    int buffered = isImage ? getInt(state, BUFFERED) : 0;
    if (centroids < 0
        || centroids > maximumCentroids(k)
        || buffered < 0
        || buffered > maximumBuffered(k)
        || (isImage
            ? size != DATA + 16 * centroids + 8 * buffered || centroids + buffered == 0
            : kind == 0 || size != 8 * kind)) {
      throw new IllegalArgumentException(
          "not a tdigest state: expected 8, 16 or 32 bytes, 16 for each centroid and 8 for each"
              + " buffered value, found "
              + size
              + " for "
              + (centroids & 0xffffffffL)
              + " and "
              + (buffered & 0xffffffffL)
              + ", k "
              + k);
    }
    double minimum = size <= 8 ? 0 : getDouble(state, isImage ? MINIMUM : 8);
    double maximum = isImage ? getDouble(state, MAXIMUM) : minimum;
    // Written so that NaN fails as well.
    if (!(minimum <= maximum && minimum >= -Double.MAX_VALUE && maximum <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "not a tdigest state: expected finite minimum <= maximum, found "
              + minimum
              + " and "
              + maximum);
    }
  }
}
