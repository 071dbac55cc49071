/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Times that are written along an axis: whole seconds, minutes, hours, days, months or years in
 * UTC.
 *
 * @param ticks in milliseconds since 1970
 * @param format how they are written
 */
record TimeTicks(List<Double> ticks, DateTimeFormatter format) {
  private static final int MOST = 8;

  private static final List<Step> STEPS =
      Stream.of(
              steps(ChronoUnit.SECONDS, "HH:mm:ss", 1, 5, 15, 30),
              steps(ChronoUnit.MINUTES, "HH:mm", 1, 5, 15, 30),
              steps(ChronoUnit.HOURS, "MM-dd HH:mm", 1, 3, 6, 12),
              steps(ChronoUnit.DAYS, "yyyy-MM-dd", 1, 2, 7, 14),
              steps(ChronoUnit.MONTHS, "yyyy-MM", 1, 3, 6),
              steps(ChronoUnit.YEARS, "yyyy", 1, 5, 10, 50, 100, 1000))
          .flatMap(each -> each)
          .toList();

  /** How far apart times may be. */
  private record Step(ChronoUnit unit, String format, int amount) {
    private long milliseconds() {
      return unit.getDuration().multipliedBy(amount).toMillis();
    }
  }

  private static Stream<Step> steps(ChronoUnit unit, String format, int... amounts) {
    return IntStream.of(amounts).mapToObj(amount -> new Step(unit, format, amount));
  }

  /** Of an axis from one time to another, in milliseconds since 1970. */
  static TimeTicks between(double from, double to) {
    return STEPS.stream()
        .filter(step -> (to - from) / step.milliseconds() <= MOST)
        .findFirst()
        .map(step -> new TimeTicks(ticks(from, to, step), formatter(step.format())))
        .orElseGet(() -> new TimeTicks(List.of(from, to), formatter("yyyy")));
  }

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  private static List<Double> ticks(double from, double to, Step step) {
    ZonedDateTime first = Instant.ofEpochMilli((long) from).atZone(ZoneOffset.UTC);
    ZonedDateTime tick =
        switch (step.unit()) {
          case SECONDS -> first.truncatedTo(ChronoUnit.MINUTES);
          case MINUTES -> first.truncatedTo(ChronoUnit.HOURS);
          case HOURS, DAYS -> first.truncatedTo(ChronoUnit.DAYS);
          default -> first.truncatedTo(ChronoUnit.DAYS).withDayOfYear(1);
        };
    if (step.unit() == ChronoUnit.YEARS) {
      tick = tick.withYear(Math.floorDiv(first.getYear(), step.amount()) * step.amount());
    }
    List<Double> ticks = new ArrayList<>();
    for (; tick.toInstant().toEpochMilli() <= to; tick = tick.plus(step.amount(), step.unit())) {
      double time = tick.toInstant().toEpochMilli();
      if (time >= from) {
        ticks.add(time);
      }
    }
    return ticks;
  }

  String label(double tick) {
    return format.format(Instant.ofEpochMilli((long) tick));
  }
}
