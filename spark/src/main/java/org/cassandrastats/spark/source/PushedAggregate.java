/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.cassandrastats.spark.value.SparkValues;

/**
 * A column of the result of a query that is pushed.
 *
 * @param name what it is, for {@code EXPLAIN}
 * @param selectors what Cassandra is asked for it: the value, and for sums how many rows have one
 * @param type of the column in Spark
 * @param kind how the answers become the value
 */
record PushedAggregate(String name, List<String> selectors, DataType type, Kind kind)
    implements Serializable {
  /** How answers become values. */
  enum Kind {
    /** The first of them is the value. */
    PLAIN,
    /** The second says how many values there are: of none, Spark has null where Cassandra has 0. */
    UNLESS_EMPTY,
    /** The same of a sum of whole numbers, which is a bigint in Spark. */
    OF_INTEGERS
  }

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

  /** Copies the list. */
  PushedAggregate {
    selectors = List.copyOf(selectors);
  }

  /**
   * The value in Spark.
   *
   * @param answers to the selectors, as the driver gives them
   */
  Object value(List<Object> answers) {
    Object first = answers.get(0);
    if (kind == Kind.PLAIN) {
      return SparkValues.of(first);
    }
    Object count = answers.get(1);
    if (first == null || count == null || Long.valueOf(0).equals(count)) {
      return null;
    }
    if (kind == Kind.UNLESS_EMPTY) {
      return SparkValues.of(first);
    }
    BigInteger sum =
        first instanceof BigDecimal decimal ? decimal.toBigIntegerExact() : (BigInteger) first;
    boolean fits = sum.compareTo(LEAST) >= 0 && sum.compareTo(GREATEST) <= 0;
    if (!fits) {
      // Spark hands over try_sum as sum: which of null, a wrapped sum and an error is wanted is not
      // known.
      throw new ArithmeticException(
          "%s: %s is beyond a bigint. Cast the column to DECIMAL or DOUBLE, or set the option push-aggregates to false."
              .formatted(name, sum));
    }
    return sum.longValue();
  }
}
