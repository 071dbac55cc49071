/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.Preamble;

/**
 * Values that are integers, beyond 2^53 too: the numbers of which decimals without a fraction are
 * the nearest doubles.
 */
public final class ChunkIntegers {
  private ChunkIntegers() {}

  /**
   * Values of all points as bigint, in the order of their times: exact where they were made of
   * bigint or varint, of which {@code chunk_values} gives the nearest doubles. A double of 2^63 is
   * taken for 2^63-1.
   *
   * @param state a chunk; null or empty gives null
   * @return at most 8192 values
   * @throws IllegalArgumentException if the blob is not a chunk state, or if a value is no integer
   *     of 64 bits
   */
  @CqlFunction(
      value = "chunk_bigints",
      calledOnNullInput = true,
      examples = "chunk_bigints(chunk((bigint) 5, position)) = [1,0,-1,-1,0]")
  public static List<Long> bigints(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ChunkState.readable(state);
    long[] integers = of(view);
    List<Long> list = new ArrayList<Long>(integers.length);
    for (long integer : integers) {
      list.add(integer);
    }
    return list;
  }

  /** The values of a readable chunk that starts at offset 0, if they are integers. */
  public static long[] of(ByteBuffer chunk) {
    long[] numbers = ChunkPoints.numbers(chunk);
    double[] values = ChunkPoints.decoded(chunk, numbers);
    boolean isWhole = isWhole(chunk);
    for (int i = 0; i < values.length; i++) {
      // The number of an exception is another one.
      numbers[i] = isWhole && (double) numbers[i] == values[i] ? numbers[i] : (long) values[i];
      if ((double) numbers[i] != values[i]) {
        throw new IllegalArgumentException(
            "chunk_bigints: expected values that are integers of 64 bits, found "
                + values[i]
                + "; chunk_values gives any");
      }
    }
    return numbers;
  }

  /** Whether the numbers of a chunk are integers to which its values are nearest. */
  public static boolean isWhole(ByteBuffer chunk) {
    return chunk.get(Preamble.FLAGS) == ChunkState.DECIMAL && chunk.get(ChunkState.EXPONENT) == 0;
  }
}
