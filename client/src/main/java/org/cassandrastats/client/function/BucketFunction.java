/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Select.Expression;
import org.cassandrastats.udf.scalars.NumberBucket;
import org.cassandrastats.udf.scalars.TimeBucket;

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
  private static final String NAME = "time_bucket";
  private static final String FLOOR = "floor";
  private static final Set<String> TO_TIMESTAMP = Set.of("to_timestamp", "totimestamp");

  /** Types of constants that Cassandra takes for a timestamp, in milliseconds. */
  private static final Set<String> ORIGINS = Set.of("timestamp", "bigint");

  private static final long DAY_MILLIS = 86_400_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long DAY_OFFSET = 1L << 31;
  private static final String EXPECTED =
      "%s: expected %s('1h', COLUMN) of a timestamp or date, ('1h', COLUMN, 'ms') of a bigint, then at"
          + " most a time zone or an origin such as (timestamp) '2026-01-01', or floor(COLUMN, 1h) of a"
          + " timestamp or date.";

  /**
   * Reads a call.
   *
   * @param keyspace of the functions of the pack
   * @param origin gives a constant timestamp in milliseconds
   * @throws StatsException if it is another call, or refuses its constants
   */
  public static BucketFunction of(
      Expression.Call call,
      TableColumns table,
      String keyspace,
      ToLongFunction<Expression> origin) {
    boolean floor =
        call.name().equals(FLOOR)
            && (call.keyspace() == null || call.keyspace().equals("system"))
            && call.arguments().size() == 2;
    boolean bucket =
        call.name().equals(NAME)
            && keyspace.equals(call.keyspace())
            && call.arguments().size() >= 2;
    if (!floor && !bucket) {
      throw refused(call, keyspace);
    }
    try {
      BucketFunction function =
          floor ? floor(call, table, keyspace) : bucket(call, table, keyspace, origin);
      if (function.operator != null) {
        // Constants that no time has a bucket for are refused before anything is asked.
        var unused = function.operator.applyAsLong(0);
      }
      return function;
    } catch (IllegalArgumentException unfit) {
      throw new StatsException(unfit.getMessage() + ".", unfit);
    }
  }

  private static BucketFunction floor(Expression.Call call, TableColumns table, String keyspace) {
    if (!(call.arguments().get(0) instanceof Expression.Column column)
        || !(call.arguments().get(1) instanceof Expression.Literal literal)) {
      throw refused(call, keyspace);
    }
    DataType type = table.type(column.name());
    if (!type.equals(DataTypes.TIMESTAMP) && !type.equals(DataTypes.DATE)) {
      throw refused(call, keyspace);
    }
    CqlDuration duration = CqlDuration.from(literal.cql());
    if (duration.getMonths() < 0
        || duration.getDays() < 0
        || duration.getNanoseconds() < 0
        || duration.equals(CqlDuration.newInstance(0, 0, 0))) {
      throw new IllegalArgumentException(
          "floor: expected a duration above 0, found " + literal.cql());
    }
    return new BucketFunction(
        call.cql(), column.name(), column.cql(), type, floor(duration, type), millisTo(type, 1));
  }

  private static LongUnaryOperator floor(CqlDuration duration, DataType type) {
    long perDay = type.equals(DataTypes.DATE) ? 1 : DAY_MILLIS;
    long millis = duration.getNanoseconds() / NANOS_PER_MILLI;
    long size = perDay * duration.getDays() + (perDay == 1 ? millis / DAY_MILLIS : millis);
    if (duration.getMonths() == 0) {
      // Cassandra gives times themselves where the duration is shorter than their unit.
      return size == 0 ? time -> time : time -> time - Math.floorMod(time, size);
    }
    if (size != 0) {
      return null;
    }
    return time -> {
      LocalDate first = LocalDate.ofEpochDay(Math.floorDiv(time, perDay)).withDayOfMonth(1);
      long months = 12L * (first.getYear() - 1970) + first.getMonthValue() - 1;
      return perDay * first.minusMonths(Math.floorMod(months, duration.getMonths())).toEpochDay();
    };
  }

  private static BucketFunction bucket(
      Expression.Call call,
      TableColumns table,
      String keyspace,
      ToLongFunction<Expression> origin) {
    String width = text(call, keyspace, 0);
    Expression time = call.arguments().get(1);
    int constants = call.arguments().size() - 2;
    if (time instanceof Expression.Call nested
        && TO_TIMESTAMP.contains(nested.name())
        && nested.arguments().size() == 1
        && nested.arguments().get(0) instanceof Expression.Column column) {
      return new BucketFunction(
          call.cql(),
          column.name(),
          nested.cql(),
          DataTypes.TIMESTAMP,
          timestamps(call, keyspace, width, origin),
          null);
    }
    if (!(time instanceof Expression.Column column)) {
      throw refused(call, keyspace);
    }
    DataType type = table.type(column.name());
    boolean number = type.equals(DataTypes.BIGINT);
    if (number && (constants == 1 || constants == 2)) {
      String unit = text(call, keyspace, 2);
      LongUnaryOperator operator;
      if (constants == 1) {
        operator = at -> NumberBucket.timeBucket(width, at, unit);
      } else {
        String zone = text(call, keyspace, 3);
        operator = at -> NumberBucket.timeBucket(width, at, unit, zone);
      }
      return new BucketFunction(
          call.cql(), column.name(), column.cql(), type, operator, millisTo(type, perMilli(unit)));
    }
    if (type.equals(DataTypes.DATE) && constants == 0) {
      return new BucketFunction(
          call.cql(),
          column.name(),
          column.cql(),
          type,
          at -> TimeBucket.timeBucket(width, Math.toIntExact(at)),
          millisTo(type, 1));
    }
    if ((!number && !type.equals(DataTypes.TIMESTAMP)) || constants > 1) {
      throw refused(call, keyspace);
    }
    return new BucketFunction(
        call.cql(),
        column.name(),
        column.cql(),
        DataTypes.TIMESTAMP,
        timestamps(call, keyspace, width, origin),
        millisTo(DataTypes.TIMESTAMP, 1));
  }

  @SuppressWarnings("JavaUtilDate") // What the function gives.
  private static LongUnaryOperator timestamps(
      Expression.Call call, String keyspace, String width, ToLongFunction<Expression> origin) {
    if (call.arguments().size() == 2) {
      return at -> TimeBucket.timeBucket(width, at).getTime();
    }
    if (call.arguments().get(2) instanceof Expression.Typed typed
        && ORIGINS.contains(typed.type())
        && typed.literal().value() != null) {
      long first = origin.applyAsLong(typed);
      return at -> TimeBucket.timeBucket(width, at, first).getTime();
    }
    String zone = text(call, keyspace, 2);
    return at -> TimeBucket.timeBucket(width, at, zone).getTime();
  }

  private static String text(Expression.Call call, String keyspace, int argument) {
    if (call.arguments().get(argument) instanceof Expression.Literal literal
        && literal.value() instanceof String text
        && literal.cql().startsWith("'")) {
      return text;
    }
    throw refused(call, keyspace);
  }

  private static LongUnaryOperator millisTo(DataType type, double perMilli) {
    if (type.equals(DataTypes.DATE)) {
      return millis -> Math.floorDiv(millis, DAY_MILLIS);
    }
    return millis -> (long) (millis * perMilli);
  }

  private static double perMilli(String unit) {
    return switch (unit) {
      case "s" -> 1e-3;
      case "us" -> 1e3;
      case "ns" -> 1e6;
      default -> 1;
    };
  }

  private static StatsException refused(Expression.Call call, String keyspace) {
    return new StatsException(EXPECTED.formatted(call.cql(), keyspace + "." + NAME));
  }

  /** Whether the client computes it as well, from values of the column. */
  public boolean isComputed() {
    return operator != null && millisToTime != null;
  }

  /** What is read of a row, so that {@link #ofRow} gives its bucket. */
  public String rowSelector() {
    return operator == null ? cql : time;
  }

  /**
   * The bucket of a row.
   *
   * @param read what {@link #rowSelector} gives; null or no bytes where the row has no time
   */
  public ByteBuffer ofRow(ByteBuffer read) {
    if (read == null || !read.hasRemaining()) {
      return null;
    }
    return operator == null ? read : start(read);
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
