/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** How long users wait who ask at the same time. */
final class ModelStudy implements Study {
  /** Seconds until all users had their answers. */
  static final String ALL = "all_users_seconds";

  private static final int PAGE_SIZE = 5000;

  private final List<Integer> users;
  private final MeasuredAggregate aggregate;
  private final int cores;
  private final RowCounts rows;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param users in ascending order, from 1
   * @param cores of the node
   */
  ModelStudy(
      List<Integer> users,
      MeasuredAggregate aggregate,
      int cores,
      RowCounts rows,
      int runs,
      int warmUp) {
    this.users = users;
    this.aggregate = aggregate;
    this.cores = cores;
    this.rows = rows;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "model";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Rows of the partition", rows.toString());
    settings.put("Aggregate", aggregate.toString());
    settings.put("Users", users.stream().map(Object::toString).collect(Collectors.joining(", ")));
    settings.put("Cores in the prediction", Integer.toString(cores));
    settings.put("Page size", Integer.toString(PAGE_SIZE));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    return rows.of(lane);
  }

  List<Integer> users() {
    return users;
  }

  int cores() {
    return cores;
  }

  MeasuredAggregate aggregate() {
    return aggregate;
  }

  static Map<String, String> cell(String lane, int users) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("users", Integer.toString(users));
    return cell;
  }

  /** How long each of some users should wait, by how long one alone does. */
  double predicted(double alone, int count) {
    return alone * Math.max(1, (double) count / cores);
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    return new Rounds(log, Console.plain(), warmUp, runs)
        .areComplete(users.stream().map(count -> cell(lane, count)).toList(), true);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    ExactPart exact = column.first(rows(target.lane()));
    List<Rounds.Asked> asked = new ArrayList<>();
    for (int count : users) {
      asked.add(
          new Rounds.Asked(
              cell(target.lane(), count), traced -> ask(target, exact, count, traced)));
    }
    new Rounds(log, console, warmUp, runs)
        .measure("Measuring " + target.lane(), asked, true, target);
  }

  /** All users begin at the same time and ask once; the time is the median of theirs. */
  private Attempt ask(Target target, ExactPart exact, int count, boolean traced) {
    SimpleStatement statement = Readings.query(target, aggregate, exact.count(), PAGE_SIZE, traced);
    Asker asker = new Asker(target.session());
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      Callable<Attempt> one = () -> asker.ask(statement, row -> aggregate.check(row, exact));
      long start = System.nanoTime();
      List<Attempt> attempts = new ArrayList<>();
      for (Future<Attempt> answer : threads.invokeAll(Collections.nCopies(count, one))) {
        attempts.add(answer.get());
      }
      return joined(attempts).with(ALL, Asker.secondsSince(start));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while users were asking", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** The first that was not exact, or the typical one. */
  private static Attempt joined(List<Attempt> attempts) {
    for (Attempt attempt : attempts) {
      if (!attempt.isExact()) {
        return attempt;
      }
    }
    double[] servers =
        attempts.stream()
            .filter(attempt -> attempt.serverSeconds() != null)
            .mapToDouble(Attempt::serverSeconds)
            .toArray();
    return Attempt.exact(
        Spread.of(attempts.stream().mapToDouble(Attempt::seconds).toArray()).median(),
        servers.length == 0 ? null : Spread.of(servers).median());
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new ModelReport(this, results, lanes).report();
  }
}
