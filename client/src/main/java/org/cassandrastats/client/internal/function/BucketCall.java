/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.udf.scalars.NumberBucket;
import org.cassandrastats.udf.scalars.TimeBucket;

/**
 * A call by which a statement groups rows in buckets of time.
 *
 * @param call the call
 * @param table whose column it takes
 * @param keyspace of the functions of the pack
 * @param origin gives a constant timestamp in milliseconds
 */
public record BucketCall(
    Expression.Call call, TableColumns table, String keyspace, ToLongFunction<Expression> origin) {
  private static final String NAME = "time_bucket";
  private static final String FLOOR = "floor";
  private static final Set<String> TO_TIMESTAMP = Set.of("to_timestamp", "totimestamp");

  /** Types of constants that Cassandra takes for a timestamp, in milliseconds. */
  private static final Set<String> ORIGINS = Set.of("timestamp", "bigint");

  private static final long DAY_MILLIS = 86_400_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final String EXPECTED =
      "%s: expected %s('1h', COLUMN) of a timestamp or date, ('1h', COLUMN, 'ms') of a bigint, then at"
          + " most a time zone or an origin such as (timestamp) '2026-01-01', or floor(COLUMN, 1h) of a"
          + " timestamp or date.";

  /**
   * The function that is called.
   *
   * @throws StatsException if it is another one, or refuses its constants
   */
  public BucketFunction function() {
    boolean floor =
        call.name().equals(FLOOR)
            && (call.keyspace() == null || call.keyspace().equals("system"))
            && call.arguments().size() == 2;
    boolean bucket =
        call.name().equals(NAME)
            && keyspace.equals(call.keyspace())
            && call.arguments().size() >= 2;
    if (!floor && !bucket) {
      throw refused();
    }
    try {
      BucketFunction function = floor ? floor() : bucket();
      if (function.operator() != null) {
        // Constants that no time has a bucket for are refused before anything is asked.
        var unused = function.operator().applyAsLong(0);
      }
      return function;
    } catch (IllegalArgumentException unfit) {
      throw new StatsException(unfit.getMessage() + ".", unfit);
    }
  }

  private BucketFunction floor() {
    if (!(call.arguments().get(0) instanceof Expression.Column column)
        || !(call.arguments().get(1) instanceof Expression.Literal literal)) {
      throw refused();
    }
    DataType type = table.type(column.name());
    if (!type.equals(DataTypes.TIMESTAMP) && !type.equals(DataTypes.DATE)) {
      throw refused();
    }
    CqlDuration duration = CqlDuration.from(literal.cql());
    if (duration.getMonths() < 0
        || duration.getDays() < 0
        || duration.getNanoseconds() < 0
        || duration.equals(CqlDuration.newInstance(0, 0, 0))) {
      throw new IllegalArgumentException(
          "floor: expected a duration above 0, found " + literal.cql());
    }
    boolean date = type.equals(DataTypes.DATE);
    if (duration.getNanoseconds() % (date ? Long.MAX_VALUE : NANOS_PER_MILLI) != 0) {
      // Cassandra refuses that where it reads rows, and gives no reason.
      throw new IllegalArgumentException(
          "floor: expected a duration of whole %s, found %s"
              .formatted(date ? "days" : "milliseconds", literal.cql()));
    }
    LongUnaryOperator floor = floor(duration, type);
    return new BucketFunction(
        call.cql(),
        column.name(),
        column.cql(),
        type,
        floor == null ? null : time -> floor.applyAsLong(requireFrom1970(time, date)),
        millisTo(type, 1));
  }

  /** Cassandra's floor begins there, and refuses what is before. */
  private static long requireFrom1970(long time, boolean date) {
    if (time < 0) {
      throw new IllegalArgumentException(
          "floor: expected a time from 1970 on, found %s; time_bucket takes earlier ones, too"
              .formatted(date ? LocalDate.ofEpochDay(time) : Instant.ofEpochMilli(time)));
    }
    return time;
  }

  private static LongUnaryOperator floor(CqlDuration duration, DataType type) {
    long perDay = type.equals(DataTypes.DATE) ? 1 : DAY_MILLIS;
    long size = perDay * duration.getDays() + duration.getNanoseconds() / NANOS_PER_MILLI;
    if (duration.getMonths() == 0) {
      return time -> time - Math.floorMod(time, size);
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

  private BucketFunction bucket() {
    String width = text(0);
    Expression time = call.arguments().get(1);
    int constants = call.arguments().size() - 2;
    if (time instanceof Expression.Call nested
        && TO_TIMESTAMP.contains(nested.name())
        && nested.arguments().size() == 1
        && constants <= 1
        && nested.arguments().get(0) instanceof Expression.Column column) {
      return new BucketFunction(
          call.cql(), column.name(), nested.cql(), DataTypes.TIMESTAMP, timestamps(width), null);
    }
    if (!(time instanceof Expression.Column column)) {
      throw refused();
    }
    DataType type = table.type(column.name());
    boolean number = type.equals(DataTypes.BIGINT);
    if (number && (constants == 1 || constants == 2)) {
      String unit = text(2);
      LongUnaryOperator operator;
      if (constants == 1) {
        operator = at -> NumberBucket.timeBucket(width, at, unit);
      } else {
        String zone = text(3);
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
      throw refused();
    }
    return new BucketFunction(
        call.cql(),
        column.name(),
        column.cql(),
        DataTypes.TIMESTAMP,
        timestamps(width),
        millisTo(DataTypes.TIMESTAMP, 1));
  }

  @SuppressWarnings("JavaUtilDate") // What the function gives.
  private LongUnaryOperator timestamps(String width) {
    if (call.arguments().size() == 2) {
      return at -> TimeBucket.timeBucket(width, at).getTime();
    }
    if (call.arguments().get(2) instanceof Expression.Typed typed
        && ORIGINS.contains(typed.type())
        && typed.literal().value() != null) {
      long first = origin.applyAsLong(typed);
      return at -> TimeBucket.timeBucket(width, at, first).getTime();
    }
    String zone = text(2);
    return at -> TimeBucket.timeBucket(width, at, zone).getTime();
  }

  private String text(int argument) {
    if (call.arguments().get(argument) instanceof Expression.Literal literal
        && literal.value() instanceof String text
        && literal.cql().startsWith("'")) {
      return text;
    }
    throw refused();
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

  private StatsException refused() {
    return new StatsException(EXPECTED.formatted(call.cql(), keyspace + "." + NAME));
  }
}
