/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.cassandrastats.client.api.StatsException;

/**
 * A call of {@code time_bucket}, or of Cassandra's {@code floor}, on a clustering column: the
 * beginning of the bucket of a time. Times are numbers here: milliseconds of a timestamp, days of a
 * date, the value itself of a bigint.
 *
 * @param cql the call
 * @param column the clustering column, as the schema has it
 * @param time what it takes of a row, in CQL: the column, or a function of it
 * @param type of the result
 * @param operator computes the beginning; null where only a server does
 * @param millisToTime a time of the column from milliseconds since 1970; null where the values of
 *     the column are no times
 */
public record BucketFunction(
    String cql,
    String column,
    String time,
    DataType type,
    LongUnaryOperator operator,
    LongUnaryOperator millisToTime) {
  private static final long DAY_OFFSET = 1L << 31;

  /** Whether the client computes it as well, from values of the column. */
  public boolean isComputed() {
    return operator != null && millisToTime != null;
  }

  /** What is read of a row, so that {@link #ofRow} gives its bucket. */
  public String rowSelector() {
    return operator == null ? cql : time;
  }

  /** Whether bytes are a time: a value may have none, and then has no bucket. */
  public static boolean isTime(ByteBuffer bytes) {
    return bytes != null && bytes.hasRemaining();
  }

  /**
   * The bucket of a row.
   *
   * @param read what {@link #rowSelector} gives; null or no bytes where the row has no time
   */
  public ByteBuffer ofRow(ByteBuffer read) {
    if (!isTime(read)) {
      return null;
    }
    return operator == null ? read : start(read);
  }

  /** {@link #ofRow} for the rows of one reader, in their order, which knows the last bucket. */
  public UnaryOperator<ByteBuffer> ofRows() {
    return operator == null ? this::ofRow : new InOrder();
  }

  /** Buckets of times, most of which are in that of the time before. */
  private final class InOrder implements UnaryOperator<ByteBuffer> {
    /** To find the end of a bucket takes as long as the buckets of some rows. */
    private static final int ROWS_OF_WIDE_BUCKET = 50;

    private ByteBuffer bucket;
    private long start;
    private long end;
    private int rows;

    @Override
    public ByteBuffer apply(ByteBuffer read) {
      if (!isTime(read)) {
        return null;
      }
      long time = time(read);
      if (bucket == null || time < start || time >= end) {
        find(time);
      }
      return bucket;
    }

    private void find(long time) {
      long found = start(time);
      if (bucket == null || found != start) {
        bucket = bytes(found);
        start = found;
        rows = 0;
      }
      rows++;
      end = rows < ROWS_OF_WIDE_BUCKET ? start : next(start).orElse(start);
    }
  }

  /** The number of a time. */
  public long time(ByteBuffer bytes) {
    return type.equals(DataTypes.DATE)
        ? Integer.toUnsignedLong(bytes.getInt(bytes.position())) - DAY_OFFSET
        : bytes.getLong(bytes.position());
  }

  /** The bytes of a time. */
  public ByteBuffer bytes(long time) {
    return type.equals(DataTypes.DATE)
        ? ByteBuffer.allocate(Integer.BYTES).putInt(0, (int) (time + DAY_OFFSET))
        : ByteBuffer.allocate(Long.BYTES).putLong(0, time);
  }

  /** The beginning of the bucket of a time. */
  public long start(long time) {
    try {
      return operator.applyAsLong(time);
    } catch (IllegalArgumentException unfit) {
      throw new StatsException(unfit.getMessage() + ".", unfit);
    }
  }

  /** The beginning of the bucket of a time in bytes. */
  public ByteBuffer start(ByteBuffer time) {
    return bytes(start(time(time)));
  }

  /**
   * The beginning of the next bucket, found by doubling steps and then halving them: buckets of a
   * calendar differ in width.
   *
   * @param start of a bucket
   * @return empty if it is the last one
   */
  public OptionalLong next(long start) {
    try {
      long step = 1;
      while (operator.applyAsLong(Math.addExact(start, step)) == start) {
        step = Math.multiplyExact(step, 2);
      }
      long inside = step / 2;
      while (step - inside > 1) {
        long middle = (inside + step) >>> 1;
        if (operator.applyAsLong(start + middle) == start) {
          inside = middle;
        } else {
          step = middle;
        }
      }
      return OptionalLong.of(start + step);
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException beyond) {
      return OptionalLong.empty();
    }
  }

  /**
   * The beginning of the bucket before.
   *
   * @param start of a bucket
   * @return empty if it is the first one
   */
  public OptionalLong previous(long start) {
    try {
      return OptionalLong.of(operator.applyAsLong(Math.subtractExact(start, 1)));
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException beyond) {
      return OptionalLong.empty();
    }
  }

  /** Whether two of the times at which partitions begin are in one bucket. */
  public boolean isWiderThan(List<Long> millis) {
    for (int i = 1; i < millis.size() && isComputed(); i++) {
      long before = millisToTime.applyAsLong(millis.get(i - 1));
      if (start(before) == start(millisToTime.applyAsLong(millis.get(i)))) {
        return true;
      }
    }
    return false;
  }
}
