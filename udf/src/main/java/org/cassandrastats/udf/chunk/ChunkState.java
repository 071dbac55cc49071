/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a chunk: up to 8192 points of one series, in the order of their times. No bytes at all
 * are a chunk of no points.
 *
 * <pre>
 *   0  preamble (version 2 to 4, family 133, flags: encoding of the values, parameter: number of points n)
 *   8  moments state of the values without its checksum, 88 bytes
 *  96  i64 first time            104  i64 last time
 * 112  i64 step of the times     120  i64 first number of the values   128  i64 step of the values
 * 136  u8 order of the times     137  u8 order of the values
 * 138  u8 decimal exponent, or low bits of values that a dictionary leaves to the numbers
 * 139  u8 k of the digest, or zero
 * 140  u16 extras: dictionary entries or exceptions
 * 142  u16 longs of the packed times
 * 144  dictionary: extras x u64 bits of a value
 *      decimal: extras x {u16 index, rising, u64 bits of a value}, zeros up to whole longs;
 *      before version 4 the index is u64
 *      packed times, then packed values (raw: n x u64 bits of a value)
 *      the digest, if k is not zero: see {@link ChunkDigest}
 *      checksum; eight bytes can be read from everywhere before it
 * </pre>
 *
 * <p>The packed form is that of {@link ChunkSeries}. Its numbers are: the times; the bits of the
 * values; the values times a power of ten; or indexes into the dictionary. The longest chunk that
 * the functions make has {@value #MAXIMUM_SIZE} bytes, and with a digest {@value #MAXIMUM_DIGEST}
 * more.
 */
public final class ChunkState {
  public static final int FAMILY = 133;

  /**
   * In the preamble of version 3, whose lines have no bytes, and whose dictionaries have low bits.
   */
  private static final int VERSION_3 = 0x100;

  /** In the preamble of version 4, whose exceptions have short indexes. */
  private static final int VERSION_4 = 0x200;

  public static final int MAXIMUM_COUNT = 8192;

  /** Values as they are. */
  public static final int RAW = 0;

  /** The bits of the values as numbers. */
  public static final int BITS = 1;

  /** Whole numbers over a power of ten, and exceptions as they are. */
  public static final int DECIMAL = 2;

  /** Indexes of the different values. */
  public static final int DICTIONARY = 3;

  /** Powers of ten up to this one are doubles. */
  public static final int MAXIMUM_EXPONENT = 22;

  public static final int MOMENTS = 8;
  public static final int FIRST_TIME = 96;
  public static final int LAST_TIME = 104;
  public static final int TIME_STEP = 112;
  public static final int FIRST_VALUE = 120;
  public static final int VALUE_STEP = 128;

  /** Four bytes: both orders, the exponent, the k of the digest. */
  public static final int ORDERS = 136;

  public static final int EXPONENT = 138;
  public static final int DIGEST = 139;

  /** Two u16: the extras, and the longs of the packed times. */
  public static final int SIZES = 140;

  public static final int DATA = 144;

  /** Bytes of an exception: of which point it is, and the bits of its value. */
  public static final int EXCEPTION_SIZE = 10;

  /** A point whose time and value are in the header alone. */
  private static final int MINIMUM_SIZE = DATA + Checksum.SIZE;

  /** Of times and integers that none of the orders makes smaller. */
  public static final int MAXIMUM_SIZE = 131720;

  /** Bytes of a digest of as many centroids as there can be. */
  public static final int MAXIMUM_DIGEST = 4104;

  private ChunkState() {}

  /** The preamble as one long. */
  public static long header(int encoding, int count) {
    return (long) (Preamble.START + VERSION_4 | FAMILY) << 40 | (long) encoding << 32 | count;
  }

  /** How many points a chunk that starts at offset 0 has. */
  public static int count(ByteBuffer chunk) {
    return chunk.getInt(Preamble.PARAMETER);
  }

  /** How many dictionary entries or exceptions a chunk that starts at offset 0 has. */
  public static int extras(ByteBuffer chunk) {
    return chunk.getShort(SIZES) & 0xffff;
  }

  /** Bytes of a dictionary entry, or of an exception. */
  static int extraSize(ByteBuffer chunk) {
    return chunk.get(Preamble.FLAGS) == DECIMAL ? exceptionSize(chunk) : 8;
  }

  private static int exceptionSize(ByteBuffer chunk) {
    return chunk.get(1) == 4 ? EXCEPTION_SIZE : 16;
  }

  /** Where the value of an exception is; of which point it is say the two bytes before. */
  public static int exception(ByteBuffer chunk, int number) {
    return DATA + exceptionSize(chunk) * (number + 1) - 8;
  }

  /** Bytes of exceptions, in whole longs. */
  public static int exceptionsSize(int exceptions) {
    return (EXCEPTION_SIZE * exceptions + 7) & ~7;
  }

  /** Where the packed times of a chunk begin. */
  public static int times(ByteBuffer chunk) {
    return DATA + ((extras(chunk) * extraSize(chunk) + 7) & ~7);
  }

  /** Bytes of the packed times; the values are behind them. */
  static int timesSize(ByteBuffer chunk) {
    return 8 * (chunk.getShort(SIZES + 2) & 0xffff);
  }

  /** The chunk from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer chunk) {
    ByteBuffer view = chunk.slice();
    int size = Math.max(MINIMUM_SIZE, view.limit() & ~7);
    int preamble = Preamble.of(view);
    if (preamble == (Preamble.START + VERSION_3 | FAMILY)
        || preamble == (Preamble.START + VERSION_4 | FAMILY)) {
      preamble = Preamble.START | FAMILY;
    }
    Checksum.require(view, preamble, FAMILY, size, "a chunk state");
    return view;
  }
}
