/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.cassandrastats.compiler.parameters.ParameterValues;

/** Random values of CQL types, as the Java driver represents them. */
public final class Values {
  private static final int[] INTS = {
    0, 1, -1, 2, 5, 1000, 1001, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1
  };
  private static final long[] LONGS = {
    0, 1, -1, (1L << 53) + 1, -(1L << 53) - 1, Long.MAX_VALUE, Long.MIN_VALUE
  };

  /** Bits by which a varint is longer than a bigint: up to a number of 10^5 digits. */
  private static final int[] WIDTHS = {1, 2, 64, 960, 1000, 332_193};

  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1,
    -1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_VALUE,
    1e300,
    1e9
  };
  private static final float[] FLOATS = {
    0f,
    -0f,
    1f,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.MIN_VALUE,
    0.1f
  };

  private final RandomGenerator random;
  private final StatePool states;

  public Values(RandomGenerator random, StatePool states) {
    this.random = random;
    this.states = states;
  }

  /** A value for a parameter, mostly one that is accepted; never null. */
  public Object any(String type, String name) {
    Object known = ParameterValues.random(name, type, random);
    return known == null ? any(type) : known;
  }

  /** Any value of the type, hostile ones often; never null. */
  public Object any(String type) {
    return switch (type) {
      case "blob" -> states.any(random);
      case "boolean" -> random.nextBoolean();
      case "int" -> random.nextBoolean() ? pick(INTS) : (Integer) random.nextInt(-50, 2000);
      case "bigint" ->
          random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : (Long) random.nextLong();
      case "varint" -> varint();
      case "float" ->
          random.nextBoolean()
              ? FLOATS[random.nextInt(FLOATS.length)]
              : (Float) (float) random.nextGaussian();
      case "double" ->
          random.nextBoolean()
              ? DOUBLES[random.nextInt(DOUBLES.length)]
              : (Double) (random.nextGaussian() * 1e3);
      case "timestamp" -> Instant.ofEpochMilli(random.nextLong(-(1L << 40), 1L << 42));
      case "date" ->
          LocalDate.ofEpochDay(random.nextBoolean() ? pick(INTS) : random.nextInt(-50_000, 50_000));
      case "ascii" -> random.nextBoolean() ? "" : "a1 b";
      case "text" -> random.nextBoolean() ? "" : "t\u00e9xt \u2581";
      default -> list(type);
    };
  }

  /** A finite value of usual size; a count from 1 to 5 where it is an int. */
  public Object ordinary(String type) {
    return switch (type) {
      case "int" -> random.nextInt(1, 6);
      case "bigint" -> random.nextLong(-1000, 1000);
      case "varint" -> BigInteger.valueOf(random.nextLong(-1000, 1000));
      case "float" -> (float) random.nextGaussian();
      case "double" -> random.nextGaussian();
      case "timestamp" -> Instant.ofEpochMilli(random.nextLong(1L << 40));
      default -> any(type);
    };
  }

  /** Mostly one that a bigint holds, or else one that may be beyond doubles, too. */
  private BigInteger varint() {
    BigInteger number = BigInteger.valueOf((Long) any("bigint"));
    return random.nextInt(4) > 0 ? number : number.shiftLeft(WIDTHS[random.nextInt(WIDTHS.length)]);
  }

  private Integer pick(int[] values) {
    return values[random.nextInt(values.length)];
  }

  /** Cassandra's lists hold no nulls. */
  private List<Object> list(String type) {
    if (!type.startsWith("list<")) {
      throw new IllegalArgumentException("no values of type " + type);
    }
    String element = type.substring("list<".length(), type.length() - 1);
    return Stream.generate(() -> any(element)).limit(random.nextInt(0, 12)).toList();
  }
}
