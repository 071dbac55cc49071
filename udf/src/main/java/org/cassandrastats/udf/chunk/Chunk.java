/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/** What a chunk holds. The layout is that of {@link ChunkState}. */
@Experimental
public final class Chunk {
  private Chunk() {}

  /**
   * Number of points of a chunk, those included whose values are NaN or infinite.
   *
   * @param state a chunk; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(
      value = "chunk_count",
      calledOnNullInput = true,
      examples = "chunk_count(chunk((bigint) 5, position)) = 5")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ChunkState.readable(state);
    return Long.valueOf(ChunkState.count(view));
  }

  /**
   * Time of the first point. A timestamp is the number of milliseconds since 1970.
   *
   * @param state a chunk; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(
      value = "chunk_first_time",
      calledOnNullInput = true,
      examples = "chunk_first_time(chunk((bigint) 5, position)) = 5")
  public static Long firstTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ChunkState.readable(state);
    return view.getLong(ChunkState.FIRST_TIME);
  }

  /**
   * Time of the last point. A timestamp is the number of milliseconds since 1970.
   *
   * @param state a chunk; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(
      value = "chunk_last_time",
      calledOnNullInput = true,
      examples = "chunk_last_time(chunk((bigint) 5, position)) = 5")
  public static Long lastTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ChunkState.readable(state);
    return view.getLong(ChunkState.LAST_TIME);
  }

  /**
   * State of the count, extremes and first four moments of the values, as {@code moments} of the
   * rows gives it. It is in the header of the chunk: no point is decoded.
   *
   * @param state a chunk; null gives null, the empty blob itself
   * @return a moments state, 96 bytes
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(
      value = "chunk_moments",
      examples = {
        "moments_mean(chunk_moments(chunk((bigint) 5, position))) = -0.2",
        "moments_sum(moments_merge(chunk_moments("
            + "points_to_chunk(chunk_accumulate((blob) 0x, (bigint) 5, position))))) = -1.0"
      })
  public static ByteBuffer moments(ByteBuffer state) {
    if (state.remaining() == 0) {
      return state;
    }
    ByteBuffer view = ChunkState.readable(state);
    ByteBuffer moments = ByteBuffer.allocate(MomentsState.SIZE);
    for (int offset = 0; offset < MomentsState.END; offset += 8) {
      moments.putLong(offset, view.getLong(ChunkState.MOMENTS + offset));
    }
    Checksum.seal(moments, MomentsState.END);
    return moments;
  }

  /**
   * Times of all points, in order. A timestamp is the number of milliseconds since 1970.
   *
   * @param state a chunk; null or empty gives null
   * @return at most 8192 times
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(
      value = "chunk_times",
      calledOnNullInput = true,
      examples = "chunk_times(chunk((bigint) 5, position)) = [5,5,5,5,5]")
  public static List<Long> times(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ChunkState.readable(state);
    long[] times = ChunkPoints.times(view);
    List<Long> list = new ArrayList<Long>(times.length);
    for (long time : times) {
      list.add(time);
    }
    return list;
  }

  /**
   * Values of all points, in the order of their times, bit for bit, NaN and infinities included.
   *
   * @param state a chunk; null or empty gives null
   * @return at most 8192 values
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(
      value = "chunk_values",
      calledOnNullInput = true,
      examples = "chunk_values(chunk((bigint) 5, position)) = [1.0,0.0,-1.0,-1.0,0.0]")
  public static List<Double> values(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ChunkState.readable(state);
    double[] values = ChunkPoints.values(view);
    List<Double> list = new ArrayList<Double>(values.length);
    for (double value : values) {
      list.add(value);
    }
    return list;
  }

  /**
   * Whether a blob has the form of a chunk, so that every function of the family accepts it. The
   * empty blob has: it is a chunk of no points. What the packed points are is not compared with the
   * header.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(
      value = "chunk_is_valid",
      examples = {
        "chunk_is_valid(chunk((bigint) 5, position)) = true",
        "chunk_is_valid(0x01028500) = false"
      })
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      ChunkCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The chunk in one line, for reading in cqlsh: number of points, first and last time, minimum and
   * maximum of the finite values, how many others there are, the encoding of the values, the k of
   * the digest if it carries one, and bytes.
   *
   * @param state a chunk; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(
      value = "chunk_text",
      calledOnNullInput = true,
      examples =
          "chunk_text(chunk((bigint) 5, position)) = 'chunk count=5 first=5 last=5 min=-1.0 max=1.0"
              + " skipped=0 encoding=bits bytes=168'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ChunkState.readable(state);
    int encoding = view.get(Preamble.FLAGS);
    long skipped = view.getLong(ChunkState.MOMENTS + MomentsState.SKIPPED);
    boolean hasFinite = skipped < ChunkState.count(view);
    return "chunk count="
        + ChunkState.count(view)
        + " first="
        + view.getLong(ChunkState.FIRST_TIME)
        + " last="
        + view.getLong(ChunkState.LAST_TIME)
        + " min="
        + (hasFinite
            ? String.valueOf(view.getDouble(ChunkState.MOMENTS + MomentsState.MINIMUM))
            : "none")
        + " max="
        + (hasFinite
            ? String.valueOf(view.getDouble(ChunkState.MOMENTS + MomentsState.MAXIMUM))
            : "none")
        + " skipped="
        + skipped
        + " encoding="
        + (encoding == ChunkState.RAW
            ? "raw"
            : encoding == ChunkState.BITS
                ? "bits"
                : encoding == ChunkState.DECIMAL ? "decimal" : "dictionary")
        + (ChunkDigest.k(view) == 0 ? "" : " digest=" + ChunkDigest.k(view))
        + " bytes="
        + view.limit();
  }
}
