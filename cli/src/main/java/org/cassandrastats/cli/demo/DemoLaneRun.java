/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;

/**
 * All questions in one lane over one partition.
 *
 * @param lane CQL or native
 * @param keyspace of the lane's functions
 * @param series the partition
 * @param questions what is asked
 * @param builtIn the built-in avg(value) as Cassandra reads it, for comparison
 * @param timings the answers to the questions
 */
record DemoLaneRun(
    Lane lane,
    String keyspace,
    DemoSeries series,
    List<DemoQuestion> questions,
    Stopwatch.Timing builtIn,
    List<Stopwatch.Timing> timings) {

  /**
   * Asks the questions, each as often as {@link Stopwatch#time} says.
   *
   * @param enough once all together have taken this time, none is asked more often than it must
   */
  static DemoLaneRun ask(
      Lane lane,
      String keyspace,
      DemoSeries series,
      List<DemoQuestion> questions,
      Duration enough,
      CqlSession session,
      Console console) {
    Stopwatch stopwatch =
        new Stopwatch(session, series.name(), enough.dividedBy(questions.size() + 1));
    stopwatch.warmUp();
    Stopwatch.Timing builtIn = stopwatch.time(Stopwatch.BUILT_IN);
    List<Stopwatch.Timing> timings = new ArrayList<>();
    String task =
        String.format(Locale.ROOT, "Asking in the %s lane, %,d rows", lane.label(), series.size());
    try (Progress progress = console.progress(task, questions.size(), "aggregates")) {
      for (DemoQuestion question : questions) {
        timings.add(stopwatch.time(question.in(keyspace)));
        progress.reached(timings.size());
      }
    }
    return new DemoLaneRun(lane, keyspace, series, questions, builtIn, timings);
  }

  /** The numbers that answer a question. */
  List<Number> results(int question) {
    return questions.get(question).answer().apply(timings.get(question).answer());
  }

  /** How many numbers answer all questions. */
  int size() {
    return questions.stream().mapToInt(question -> question.expected().size()).sum();
  }

  /** What is wrong, a line for each number. */
  List<String> wrong() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      List<? extends Expectation> expected = questions.get(i).expected();
      List<Number> results = results(i);
      for (int j = 0; j < expected.size(); j++) {
        if (!expected.get(j).isMetBy(results.get(j))) {
          lines.add(
              wrong(questions.get(i).in(keyspace), expected.get(j), Digits.all(results.get(j))));
        }
      }
    }
    return lines;
  }

  private String wrong(String selector, Expectation expected, String result) {
    return String.format(
        Locale.ROOT,
        "WRONG over %,d rows: %s %s%n  gives %s, expected %s, allowed error %s",
        series.size(),
        selector,
        expected.label(),
        result,
        expected.shown(),
        Digits.part(expected.allowed()));
  }

  /** Such as "3 to 7 runs over 100,000 rows". */
  String extent() {
    int fewest = runs().min().orElseThrow();
    int most = runs().max().orElseThrow();
    return String.format(
        Locale.ROOT,
        "%s%d run%s over %,d rows",
        fewest == most ? "" : fewest + " to ",
        most,
        most == 1 ? "" : "s",
        series.size());
  }

  private IntStream runs() {
    return timings.stream().mapToInt(Stopwatch.Timing::runs);
  }

  /**
   * Whether another lane gives the very bytes that this one has given: asks all questions again.
   *
   * @param otherKeyspace of the other lane's functions
   * @return a line for each answer that differs
   */
  List<String> differences(String otherKeyspace, CqlSession session) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      DemoQuestion question = questions.get(i);
      ByteBuffer answer = timings.get(i).answer().getBytesUnsafe(0);
      ByteBuffer other =
          DemoTable.ask(session, series.name(), question.in(otherKeyspace)).getBytesUnsafe(0);
      if (!Objects.equals(answer, other)) {
        lines.add(
            "WRONG: %s and %s differ in their bytes over %d rows"
                .formatted(question.in(keyspace), question.in(otherKeyspace), series.size()));
      }
    }
    return lines;
  }

  /**
   * Runs aggregates over the demo's partition and takes the time, each run between two of the
   * built-in {@code avg(value)} as Cassandra reads it, so that both meet the same conditions.
   *
   * @param perQuestion after this time and the fewest runs no further one is begun
   */
  record Stopwatch(CqlSession session, String partition, Duration perQuestion) {
    static final String BUILT_IN = "avg(value)";

    private static final int FEWEST_RUNS = 3;
    private static final int MOST_RUNS = 5;

    /** Seconds of a run that is enough alone: warming up is a small part of it. */
    private static final double LONG_RUN = 1;

    /** Runs the built-in average a few times, so that its speed does not change any more. */
    void warmUp() {
      for (int i = 0; i < MOST_RUNS; i++) {
        run(BUILT_IN);
      }
    }

    /** Runs an aggregate a few times, after a run that does not count unless it is a long one. */
    Timing time(String selector) {
      List<Double> times = new ArrayList<>();
      List<Double> builtInTimes = new ArrayList<>();
      long started = System.nanoTime();
      Row answer = run(selector);
      double first = secondsSince(started);
      builtInTimes.add(seconds(BUILT_IN));
      if (first >= LONG_RUN) {
        times.add(first);
      }
      int fewest = first >= LONG_RUN ? 1 : FEWEST_RUNS;
      while (times.size() < fewest
          || (times.size() < MOST_RUNS && secondsSince(started) < perQuestion.toNanos() / 1e9)) {
        times.add(seconds(selector));
        builtInTimes.add(seconds(BUILT_IN));
      }
      return new Timing(answer, median(times), median(builtInTimes), times.size());
    }

    /**
     * What a question took.
     *
     * @param answer its row
     * @param seconds median of its runs
     * @param builtInSeconds median of the runs of avg(value) between them
     * @param runs how many there were
     */
    record Timing(Row answer, double seconds, double builtInSeconds, int runs) {
      double ratio() {
        return seconds / builtInSeconds;
      }
    }

    private Row run(String selector) {
      return selector.equals(BUILT_IN)
          ? DemoTable.askAsCassandraReads(session, partition, selector)
          : DemoTable.ask(session, partition, selector);
    }

    private double seconds(String selector) {
      long begin = System.nanoTime();
      run(selector);
      return secondsSince(begin);
    }

    private static double secondsSince(long begin) {
      return (System.nanoTime() - begin) / 1e9;
    }

    private static double median(List<Double> values) {
      return StatUtils.percentile(values.stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }
  }

  /**
   * An aggregate that the demo asks Cassandra for.
   *
   * @param selector in CQL, with functions of the pack only, which are named without their keyspace
   * @param answer takes the numbers out of the answer's row, one per expected number; null for a
   *     number that is null
   * @param expected what they should be
   */
  record DemoQuestion(
      String selector, Function<Row, List<Number>> answer, List<? extends Expectation> expected) {
    private static final Pattern CALL = Pattern.compile("\\w+\\(");

    /** The selector with the functions of a keyspace. */
    String in(String keyspace) {
      return in(keyspace, selector);
    }

    /** Selectors with the functions of a keyspace. */
    static String in(String keyspace, String selectors) {
      return CALL.matcher(selectors).replaceAll(keyspace + ".$0");
    }

    /** A question whose answer is a list of exact numbers. */
    static DemoQuestion list(String selector, Class<? extends Number> type, BigDecimal... exact) {
      return new DemoQuestion(
          selector,
          row -> numbers(row, type, exact.length),
          IntStream.range(0, exact.length)
              .mapToObj(i -> Expectation.Value.exactly("[" + i + "]", exact[i]))
              .toList());
    }

    /** The first numbers of a list, with null for those that it does not have. */
    static List<Number> numbers(Row row, Class<? extends Number> type, int wanted) {
      List<? extends Number> found = row.getList(0, type);
      List<Number> numbers = new ArrayList<>(Collections.nCopies(wanted, null));
      for (int i = 0; found != null && i < Math.min(wanted, found.size()); i++) {
        numbers.set(i, found.get(i));
      }
      return numbers;
    }
  }
}
