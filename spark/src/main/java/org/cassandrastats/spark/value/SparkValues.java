/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.value;

import com.datastax.oss.driver.api.core.data.CqlVector;
import com.datastax.oss.driver.api.core.data.GettableByIndex;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Collection;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.cassandrastats.client.api.StatsSummary;

/** Values as Spark holds them in its rows. */
public final class SparkValues {
  private static final long MICROS = 1000;

  private SparkValues() {}

  /**
   * A value as Spark holds it.
   *
   * @param value as the Java driver gives it; null gives null
   * @throws IllegalArgumentException if it is beyond what the type of Spark holds
   */
  public static Object of(Object value) {
    // Most columns are numbers, which are the same objects.
    if (value == null || value instanceof Double || value instanceof Long) {
      return value;
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof Boolean) {
      return value;
    }
    if (value instanceof String text) {
      return UTF8String.fromString(text);
    }
    if (value instanceof Instant instant) {
      return micros(instant);
    }
    if (value instanceof ByteBuffer buffer) {
      return bytes(buffer);
    }
    if (value instanceof LocalDate date) {
      return Math.toIntExact(date.toEpochDay());
    }
    if (value instanceof LocalTime time) {
      return time.toNanoOfDay();
    }
    if (value instanceof InetAddress address) {
      return UTF8String.fromString(address.getHostAddress());
    }
    return collected(value);
  }

  private static Object number(Number value) {
    if (value instanceof BigInteger integer) {
      return decimal(new BigDecimal(integer), 0);
    }
    return value instanceof BigDecimal fraction ? decimal(fraction, SparkTypes.SCALE) : value;
  }

  /** A decimal of so many digits behind the point. */
  private static Decimal decimal(BigDecimal value, int scale) {
    long wholeDigits = (long) value.precision() - value.scale();
    boolean isTiny = wholeDigits < -scale;
    boolean isHuge = value.signum() != 0 && wholeDigits > SparkTypes.PRECISION - scale;
    // To write out the digits of 1E+1000000000 would take all memory.
    BigDecimal scaled =
        isTiny || isHuge ? BigDecimal.ZERO : value.setScale(scale, RoundingMode.HALF_UP);
    if (isHuge || scaled.precision() > SparkTypes.PRECISION) {
      throw new IllegalArgumentException(
          "%s does not fit into DECIMAL(%d, %d): leave the column out, or cast it in Cassandra."
              .formatted(value, SparkTypes.PRECISION, scale));
    }
    return Decimal.apply(scaled, SparkTypes.PRECISION, scale);
  }

  private static Object micros(Instant instant) {
    try {
      return Math.multiplyExact(instant.toEpochMilli(), MICROS);
    } catch (ArithmeticException beyond) {
      throw new IllegalArgumentException(
          instant + " is beyond the timestamps that Spark holds: read fewer rows.", beyond);
    }
  }

  /** A copy of the bytes, and of nothing else. */
  public static byte[] bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return copy;
  }

  private static Object collected(Object value) {
    if (value instanceof StatsSummary summary) {
      return new GenericInternalRow(
          summary.fields().values().stream().map(SparkValues::of).toArray());
    }
    if (value instanceof Map<?, ?> map) {
      return new ArrayBasedMapData(array(map.keySet()), array(map.values()));
    }
    if (value instanceof Collection<?> several) {
      return array(several);
    }
    if (value instanceof CqlVector<?> vector) {
      return array(vector.stream().toList());
    }
    // A user-defined type, or a tuple.
    if (value instanceof GettableByIndex struct) {
      Object[] fields = new Object[struct.size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = struct.isNull(i) ? null : of(struct.getObject(i));
      }
      return new GenericInternalRow(fields);
    }
    // Of a uuid and of a duration, what cqlsh prints.
    return UTF8String.fromString(value.toString());
  }

  private static GenericArrayData array(Collection<?> values) {
    Object[] converted = new Object[values.size()];
    int index = 0;
    for (Object value : values) {
      converted[index] = of(value);
      index++;
    }
    return new GenericArrayData(converted);
  }
}
