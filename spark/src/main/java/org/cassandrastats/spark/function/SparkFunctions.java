/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.chunk.Chunk;

/** Functions for what Spark does with rows and CQL does not; they have no counterpart in CQL. */
public final class SparkFunctions {
  private SparkFunctions() {}

  /** A point of a chunk. */
  public static final class Point {
    /** Its time, in milliseconds since 1970 where it was a timestamp. */
    public final long time;

    /** Its value. */
    public final double value;

    Point(long time, double value) {
      this.time = time;
      this.value = value;
    }
  }

  /**
   * The points of a chunk in the order of their times, for {@code inline}.
   *
   * @param state a chunk; null or empty gives null
   * @return at most 8192 points
   * @throws IllegalArgumentException if the blob is not a chunk state
   */
  @CqlFunction(value = "chunk_points", calledOnNullInput = true)
  public static List<Point> points(ByteBuffer state) {
    List<Long> times = Chunk.times(state);
    if (times == null) {
      return null;
    }
    List<Double> values = Chunk.values(state);
    List<Point> points = new ArrayList<>(times.size());
    for (int index = 0; index < times.size(); index++) {
      points.add(new Point(times.get(index), values.get(index)));
    }
    return points;
  }
}
