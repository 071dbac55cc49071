/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.chunk.ChunkIntegers;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;

/** Parts of a chunk. */
public final class ChunkCut {
  private ChunkCut() {}

  /**
   * The points of a chunk from one time until before another one, as a chunk.
   *
   * @param state a chunk; null gives null, the empty blob itself
   * @param since the earliest time, a timestamp or a bigint; null gives null
   * @param until the time before which the points are, likewise; null gives null
   * @return a chunk, or the empty blob where no point is between
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(
      value = "chunk_slice",
      examples = {
        "chunk_count(chunk_slice(chunk((bigint) 5, position), 5, 6)) = 5",
        "chunk_slice(chunk((bigint) 5, position), (bigint) 0, 5) = 0x"
      })
  public static ByteBuffer slice(
      ByteBuffer state, @Overloads("timestamp") long since, @Overloads("timestamp") long until) {
    if (state.remaining() == 0) {
      return state;
    }
    ByteBuffer view = ChunkState.readable(state);
    long[][] series = ChunkPoints.timesAndNumbers(view);
    ChunkPoints.order(view, series[0]);
    long[] times = series[0];
    long[] numbers = series[1];
    double[] values = ChunkPoints.decoded(view, numbers);
    int count = 0;
    for (int i = 0; i < times.length; i++) {
      if (times[i] >= since && times[i] < until) {
        times[count] = times[i];
        numbers[count] = numbers[i];
        values[count] = values[i];
        count++;
      }
    }
    if (count == 0) {
      return ByteBuffer.allocate(0);
    }
    long[] bits = ChunkEncode.bits(values, count);
    long[] integers = ChunkIntegers.isWhole(view) ? numbers : null;
    return ChunkEncode.encode(times, bits, integers, false);
  }
}
