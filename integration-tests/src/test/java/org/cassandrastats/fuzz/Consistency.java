/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Whether the answers to several questions about one valid state fit together: quantiles and ranks
 * are monotone and within the minimum and maximum, lists agree with single answers, counts add up.
 * A family is asked what it has.
 */
final class Consistency {
  private static final List<Double> QUANTILES =
      List.of(
          0.0,
          Double.MIN_VALUE,
          1e-9,
          0.001,
          0.01,
          0.25,
          Math.nextDown(0.5),
          0.5,
          Math.nextUp(0.5),
          0.75,
          0.99,
          0.999,
          Math.nextDown(1.0),
          1.0);

  private static final double SUM_ERROR = 1e-9;

  private final Judge judge;
  private final Family family;
  private final ByteBuffer state;
  private final Double minimum;
  private final Double maximum;

  Consistency(Judge judge, Family family, ByteBuffer state) {
    this.judge = judge;
    this.family = family;
    this.state = state;
    this.minimum = bound("min");
    this.maximum = bound("max");
  }

  /**
   * Asks everything.
   *
   * @throws Finding about what does not fit together
   */
  void check() {
    require(minimum == null || minimum <= maximum, "max", "is below the minimum " + minimum);
    require(!(ask("count") instanceof Long count) || count >= 0, "count", "is negative");
    List<Double> points = points(quantiles());
    ranks(points);
    distribution(points);
    between("trimmed_mean", ask("trimmed_mean", 0.1, 0.9));
    between("mean", ask("mean"));
    for (String spread : List.of("variance", "variance_pop", "stddev", "stddev_pop")) {
      require(!(ask(spread) instanceof Double value) || value >= 0, spread, "is negative");
    }
    bins();
  }

  /** Values in ascending order around those that the state gives. */
  private List<Double> points(List<Double> values) {
    TreeSet<Double> points = new TreeSet<>(List.of(-Double.MAX_VALUE, 0.0, Double.MAX_VALUE));
    points.addAll(values);
    if (minimum != null) {
      points.addAll(List.of(Math.nextDown(minimum), minimum, maximum, Math.nextUp(maximum)));
    }
    // A zero has no sign here: both are equal, and splits have to ascend.
    return points.stream().filter(Double::isFinite).map(point -> point + 0.0).distinct().toList();
  }

  private List<Double> quantiles() {
    List<Double> values = new ArrayList<>();
    for (Double quantile : QUANTILES) {
      Object value = ask("quantile", quantile);
      if (value instanceof Double found) {
        between("quantile", found);
        require(
            values.isEmpty() || values.get(values.size() - 1) <= found,
            "quantile",
            "falls to " + found + " at " + quantile);
        values.add(found);
      }
    }
    Object list = ask("quantiles", QUANTILES);
    require(
        list == null || values.isEmpty() || list.equals(values),
        "quantiles",
        "differ from quantile: " + list + ", " + values);
    return values;
  }

  private void ranks(List<Double> points) {
    double before = 0;
    for (Double point : points) {
      if (!(ask("rank", point) instanceof Double rank)) {
        return;
      }
      require(rank >= before && rank <= 1, "rank", "of " + point + " is " + rank);
      if (minimum != null) {
        require(rank == 0 || point >= minimum, "rank", "below the minimum is " + rank);
        require(rank == 1 || point < maximum, "rank", "of the maximum is " + rank);
      }
      before = rank;
    }
  }

  private void distribution(List<Double> points) {
    if (ask("cdf", points) instanceof List<?> cumulative) {
      double before = 0;
      for (Object value : cumulative) {
        double rank = (Double) value;
        require(rank >= before && rank <= 1, "cdf", "is not monotone: " + cumulative);
        before = rank;
      }
    }
    if (ask("pmf", points) instanceof List<?> masses) {
      double sum = 0;
      for (Object mass : masses) {
        require((Double) mass >= 0, "pmf", "has a negative part: " + masses);
        sum += (Double) mass;
      }
      require(Math.abs(sum - 1) <= SUM_ERROR, "pmf", "has the sum " + sum);
    }
  }

  /** The counts of all bins are the count. */
  private void bins() {
    if (ask("counts") instanceof List<?> counts) {
      long sum = (Long) ask("underflow") + (Long) ask("overflow");
      for (Object count : counts) {
        require((Long) count >= 0, "counts", "has a negative part");
        sum += (Long) count;
      }
      require(ask("count").equals(sum), "counts", "have the sum " + sum);
    }
  }

  private Double bound(String question) {
    return ask(question) instanceof Double value ? value : null;
  }

  /** The answer; null also where the family has no such function. */
  private Object ask(String question, Object... arguments) {
    Subject subject = family.subject(question);
    if (subject == null) {
      return null;
    }
    Object[] all = new Object[arguments.length + 1];
    all[0] = state;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return judge.answer(subject, all);
  }

  private void between(String question, Object value) {
    require(
        minimum == null
            || !(value instanceof Double found)
            || (found >= minimum && found <= maximum),
        question,
        "is not between minimum and maximum: " + value + ", " + minimum + ", " + maximum);
  }

  private void require(boolean holds, String question, String problem) {
    if (!holds) {
      throw new Finding(problem, family.subject(question), new Object[] {state}, null);
    }
  }
}
