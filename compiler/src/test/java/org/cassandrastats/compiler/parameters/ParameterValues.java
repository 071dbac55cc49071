/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.parameters;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Values of parameters that a function accepts only within limits, known by the parameter's name.
 * There are few of each, because a state function demands the same ones for all rows of a state.
 */
public final class ParameterValues {
  private ParameterValues() {}

  /** Accepted values, none where the type says it all. Those of one index fit together. */
  public static List<Object> accepted(String name, String type) {
    return switch (name + " " + type) {
      // A date takes no hours.
      case "width ascii" -> List.of("1d", "1w", "3mo", "1y", "15m", "6h");
      case "zone ascii" ->
          List.of("Europe/Berlin", "UTC", "America/New_York Sunday 06:00", "+05:30");
      case "unit ascii" -> List.of("ms", "s", "us", "ns");
      case "n int" -> List.of(3, 1, 1000);
      case "points int" -> List.of(3, 2, 1000);
      case "k int" -> List.of(10, 100, 200);
      case "lgk int" -> List.of(10, 4, 12);
      case "deviations int" -> List.of(2, 1, 3);
      case "bins int" -> List.of(5, 1, 100);
      case "width int" -> List.of(40, 10, 120);
      case "lo double" -> List.of(0.0, 0.25, -2.0);
      case "hi double" -> List.of(1.0, 0.75, 3.0);
      case "quantile double" -> List.of(0.5, 0.0, 0.99);
      case "error double" -> List.of(0.01, 0.1, 0.05);
      case "quantiles list<double>" ->
          List.of(List.of(0.5), List.of(0.0, 0.25, 0.5, 0.75, 1.0), List.of(0.99, 0.01));
      case "splits list<double>" -> List.of(List.of(0.0), List.of(-1.0, 0.0, 1.0), List.of(0.25));
      case "edges list<double>" ->
          List.of(List.of(0.0, 0.5, 1.0), List.of(-2.0, -1.0, 0.0, 2.5, 3.0), List.of(0.0, 1.0));
      // A span of time that holds the times of all sample states.
      case "start timestamp" -> millis(0, -1000, -60_000);
      case "stop timestamp" -> millis(2_000_000, 1_200_000, 3_600_000);
      // Sample rows are a second apart: each of them has a gap before it, some have, none has.
      case "interval int" -> List.of(700, 1000, 60_000);
      case "max int" -> List.of(10, 384, 100);
      case "share double" -> List.of(0.1, 0.0, 0.5);
      case "name text" -> List.of("0", "on", "-1");
      case "counts list<bigint>" -> List.of(List.of(0L, 1L, 7L), List.of(3L), List.of(2L, 2L));
      default -> List.of();
    };
  }

  private static List<Object> millis(long... times) {
    return LongStream.of(times).<Object>mapToObj(Instant::ofEpochMilli).toList();
  }

  /**
   * Mostly one of the accepted values, the first one most often, sometimes another that should be
   * accepted; null where any value of the type, a hostile one too, is to be taken.
   */
  public static Object random(String name, String type, RandomGenerator random) {
    List<Object> accepted = accepted(name, type);
    if (accepted.isEmpty()) {
      return null;
    }
    return switch (random.nextInt(8)) {
      case 0 -> null;
      case 1 -> fresh(name, type, random);
      case 2, 3 -> accepted.get(random.nextInt(accepted.size()));
      default -> accepted.get(0);
    };
  }

  private static Object fresh(String name, String type, RandomGenerator random) {
    return switch (type) {
      case "ascii" ->
          random.nextInt(100)
              + List.of("s", "m", "h", "d", "w", "mo", "y", "ms").get(random.nextInt(8));
      case "int" ->
          switch (name) {
            case "lgk" -> random.nextInt(4, 16);
            case "deviations" -> random.nextInt(1, 4);
            default -> random.nextInt(10, 200);
          };
      case "double" -> random.nextDouble();
      case "timestamp" -> Instant.ofEpochMilli(random.nextLong(-100_000, 100_000));
      case "text" -> Integer.toString(random.nextInt(10));
      case "list<bigint>" ->
          random.longs(random.nextInt(1, 12), 0, Long.MAX_VALUE).boxed().toList();
      default -> {
        DoubleStream values = random.doubles(random.nextInt(2, 12));
        yield (name.equals("quantiles") ? values : values.map(v -> 6 * v - 3).sorted().distinct())
            .boxed()
            .toList();
      }
    };
  }
}
