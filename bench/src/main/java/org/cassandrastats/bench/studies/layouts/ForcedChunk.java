/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/**
 * Chunks in an encoding that is given: the pack's encoder takes the smallest one, and a study of
 * encodings wants the others as well. Header and times are those that the encoder writes; the
 * values are written anew, by the description of {@link ChunkState}. All functions of the pack
 * accept such chunks.
 */
final class ForcedChunk {
  private static final int BLOCK = 64;
  private static final int VALUES_ORDER = 137;
  private static final int UNSIGNED = 0xffff;

  private ForcedChunk() {}

  /**
   * Encodes values whose times are 0, 1, 2 and so on.
   *
   * @param values 1 to 8192
   */
  static ByteBuffer encode(double[] values, Encoding encoding) {
    long[] times = new long[values.length];
    Arrays.setAll(times, i -> i);
    ByteBuffer chunk = ChunkCodec.encode(times, values);
    if (encoding == Encoding.SMALLEST) {
      return chunk;
    }
    ByteBuffer raw = raw(values, chunk);
    if (encoding == Encoding.RAW) {
      return raw;
    }
    ByteBuffer dictionary = dictionary(values, chunk);
    return dictionary.limit() < raw.limit() ? dictionary : raw;
  }

  private static ByteBuffer raw(double[] values, ByteBuffer chunk) {
    byte[] times = times(chunk);
    ByteBuffer raw =
        withHeader(chunk, ChunkState.RAW, 0, 0, times.length + Double.BYTES * values.length);
    raw.put(times);
    for (double value : values) {
      raw.putLong(Double.doubleToRawLongBits(value));
    }
    return finished(raw);
  }

  /** The indexes are packed as they are: order 0 with the step 0. */
  private static ByteBuffer dictionary(double[] values, ByteBuffer chunk) {
    long[] bits = Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    long[] entries = Arrays.stream(bits).sorted().distinct().toArray();
    long[] residuals = new long[bits.length];
    for (int i = 0; i < bits.length; i++) {
      // A residual is signed: its lowest bit is the sign.
      residuals[i] = (long) Arrays.binarySearch(entries, bits[i]) << 1;
    }
    byte[] times = times(chunk);
    byte[] packed = packed(residuals);
    ByteBuffer dictionary =
        withHeader(
            chunk,
            ChunkState.DICTIONARY,
            entries.length,
            residuals[0] >>> 1,
            Long.BYTES * entries.length + times.length + packed.length);
    for (long entry : entries) {
      dictionary.putLong(entry);
    }
    return finished(dictionary.put(times).put(packed));
  }

  /** A buffer for a chunk, ready for what comes behind the header. */
  private static ByteBuffer withHeader(
      ByteBuffer chunk, int encoding, int extras, long firstValue, int size) {
    ByteBuffer forced = ByteBuffer.allocate(ChunkState.DATA + size + Checksum.SIZE);
    byte[] header = new byte[ChunkState.DATA];
    chunk.get(0, header);
    forced.put(header);
    return forced
        .put(Preamble.FLAGS, (byte) encoding)
        .putLong(ChunkState.FIRST_VALUE, firstValue)
        .putLong(ChunkState.VALUE_STEP, 0)
        .put(VALUES_ORDER, (byte) 0)
        .put(ChunkState.EXPONENT, (byte) 0)
        .putShort(ChunkState.SIZES, (short) extras);
  }

  private static ByteBuffer finished(ByteBuffer chunk) {
    chunk.position(0);
    Checksum.seal(chunk, chunk.limit() - Checksum.SIZE);
    return chunk;
  }

  /** The packed times of a chunk. */
  private static byte[] times(ByteBuffer chunk) {
    byte[] times = new byte[Long.BYTES * (chunk.getShort(ChunkState.SIZES + 2) & UNSIGNED)];
    chunk.get(ChunkState.times(chunk), times);
    return times;
  }

  /** Residuals in blocks of 64; there is none of the first number. */
  private static byte[] packed(long... residuals) {
    int blocks = (residuals.length - 1 + BLOCK - 1) / BLOCK;
    ByteBuffer packed = ByteBuffer.allocate(padded(2 * blocks) + Long.BYTES * residuals.length);
    packed.position(padded(2 * blocks));
    for (int block = 0; block < blocks; block++) {
      int from = 1 + block * BLOCK;
      int end = Math.min(residuals.length, from + BLOCK);
      long all = 0;
      for (int i = from; i < end; i++) {
        all |= residuals[i];
      }
      if (all != 0) {
        int shift = Long.numberOfTrailingZeros(all);
        int width = Long.SIZE - Long.numberOfLeadingZeros(all) - shift;
        packed.put(2 * block, (byte) width).put(2 * block + 1, (byte) shift);
        putBlock(packed, residuals, from, end, shift, width);
      }
    }
    return Arrays.copyOf(packed.array(), packed.position());
  }

  private static void putBlock(
      ByteBuffer packed, long[] residuals, int from, int end, int shift, int width) {
    long word = 0;
    int free = Long.SIZE;
    for (int i = from; i < end; i++) {
      long residual = residuals[i] >>> shift;
      free -= width;
      if (free > 0) {
        word |= residual << free;
      } else {
        packed.putLong(word | residual >>> -free);
        free += Long.SIZE;
        word = free == Long.SIZE ? 0 : residual << free;
      }
    }
    if (free < Long.SIZE) {
      packed.putLong(word);
    }
  }

  private static int padded(int bytes) {
    return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
  }

  /** How the values of a column are written into a chunk. */
  enum Encoding {
    /** Each value as it is. */
    RAW,
    /** Different values once, and an index for each; or raw where that is smaller. */
    DICTIONARY,
    /** The smallest of all that there are, as the pack's own encoder writes them. */
    SMALLEST
  }
}
