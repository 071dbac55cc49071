/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.BinaryOperator;
import org.cassandrastats.client.api.StatsException;

/** Operations on numbers of a result. As in CQL, nothing comes of null. */
final class Arithmetic {
  private Arithmetic() {}

  /**
   * The result of an operation.
   *
   * @param operator one of {@code + - * / %}
   * @param left a number, or null
   * @param right a number, or null
   * @throws StatsException for anything else, and for an integer divided by 0
   */
  static Object apply(String operator, Object left, Object right) {
    if (left == null || right == null) {
      return null;
    }
    if (!(left instanceof Number one) || !(right instanceof Number other)) {
      throw new StatsException(
          "Expected numbers around %s, found %s and %s.".formatted(operator, left, right));
    }
    if (isFloating(one) || isFloating(other)) {
      return floating(operator, one, other);
    }
    if (one instanceof BigDecimal || other instanceof BigDecimal) {
      return decimal(operator, new BigDecimal(one.toString()), new BigDecimal(other.toString()));
    }
    return integer(operator, one, other);
  }

  private static boolean isFloating(Number number) {
    return number instanceof Double || number instanceof Float;
  }

  /** A float stays one beside floats and integers up to int. */
  private static Object floating(String operator, Number left, Number right) {
    double a = left.doubleValue();
    double b = right.doubleValue();
    double result =
        switch (operator) {
          case "+" -> a + b;
          case "-" -> a - b;
          case "*" -> a * b;
          case "/" -> a / b;
          default -> a % b;
        };
    return isWide(left) || isWide(right) ? (Object) result : (Object) (float) result;
  }

  private static boolean isWide(Number number) {
    return number instanceof Double || number instanceof Long || number instanceof BigInteger;
  }

  private static Object decimal(String operator, BigDecimal left, BigDecimal right) {
    return switch (operator) {
      case "+" -> left.add(right);
      case "-" -> left.subtract(right);
      case "*" -> left.multiply(right);
      default ->
          throw new StatsException(
              "Decimals are not divided here: expected CAST(... AS double) around %s."
                  .formatted(operator));
    };
  }

  /** Integers overflow as they do on a server. */
  private static Object integer(String operator, Number left, Number right) {
    BigInteger result =
        operation(operator, right)
            .apply(new BigInteger(left.toString()), new BigInteger(right.toString()));
    if (left instanceof BigInteger || right instanceof BigInteger) {
      return result;
    }
    if (left instanceof Long || right instanceof Long) {
      return result.longValue();
    }
    return left instanceof Integer || right instanceof Integer
        ? (Object) result.intValue()
        : left instanceof Short || right instanceof Short
            ? (Object) result.shortValue()
            : (Object) result.byteValue();
  }

  private static BinaryOperator<BigInteger> operation(String operator, Number right) {
    if (right.longValue() == 0 && (operator.equals("/") || operator.equals("%"))) {
      throw new StatsException("An integer is divided by 0: expected a CAST to double, or no 0.");
    }
    return switch (operator) {
      case "+" -> BigInteger::add;
      case "-" -> BigInteger::subtract;
      case "*" -> BigInteger::multiply;
      case "/" -> BigInteger::divide;
      default -> BigInteger::remainder;
    };
  }
}
