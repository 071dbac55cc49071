/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.Numbers;

/** What came of queries with timeouts. */
final class TimeoutOutcomes {
  /** Seconds; less is the time that looking takes. */
  static final double WORTH_SAYING = 0.1;

  private static final Set<String> CLIENT =
      Set.of("DriverTimeoutException", CqlshRequest.TIMED_OUT);

  private TimeoutOutcomes() {}

  /** What came of a cell; several things if its runs differ. */
  static String outcome(List<Attempt> attempts) {
    Map<String, List<Attempt>> kinds =
        attempts.stream()
            .collect(
                Collectors.groupingBy(TimeoutOutcomes::kind, TreeMap::new, Collectors.toList()));
    return kinds.entrySet().stream()
        .map(
            kind -> {
              double busy = numbers(kind.getValue(), TimeoutCases.BUSY).median();
              return Numbers.in(
                  "%s %s s%s",
                  kind.getKey(),
                  seconds(kind.getValue()).median(),
                  busy > WORTH_SAYING ? Numbers.in(" + %s s", busy) : "");
            })
        .collect(Collectors.joining("; "));
  }

  /** The same without times: "exact x2, client: DriverTimeoutException x3". */
  static String counts(List<Attempt> attempts) {
    return attempts.stream()
        .collect(Collectors.groupingBy(TimeoutOutcomes::kind, TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(kind -> kind.getKey() + " x" + kind.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Whether the driver or cqlsh has given up. */
  static boolean isClient(Attempt attempt) {
    return attempt.error() != null && CLIENT.contains(attempt.error());
  }

  /** What came of an attempt. */
  static String kind(Attempt attempt) {
    return switch (attempt.outcome()) {
      case EXACT -> "exact";
      case WRONG -> "WRONG";
      case FAILED -> (isClient(attempt) ? "client: " : "node: ") + attempt.error();
    };
  }

  /** Of all attempts: what fails is what this study is about. */
  static Spread seconds(List<Attempt> attempts) {
    return Spread.of(attempts.stream().mapToDouble(Attempt::seconds).toArray());
  }

  /** A number of all attempts. */
  static Spread numbers(List<Attempt> attempts, String name) {
    return Spread.of(
        attempts.stream()
            .map(attempt -> attempt.numbers().get(name))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray());
  }
}
