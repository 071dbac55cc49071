/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;

/** What the choice matrix says, in sentences. */
final class SparkFindings {
  private final SparkStudy study;
  private final Results results;
  private final List<String> lanes;

  SparkFindings(SparkStudy study, Results results, List<String> lanes) {
    this.study = study;
    this.results = results;
    this.lanes = lanes;
  }

  /** A way in a lane, which has a median. */
  private record Timed(String name, double seconds) {}

  /** The ways at the level ONE, and those without a level. */
  static List<SparkCase.Choice> atOne(List<SparkWay> ways) {
    return SparkCase.choices(ways).stream()
        .filter(choice -> choice.level() != DefaultConsistencyLevel.QUORUM)
        .toList();
  }

  /** Of Spark the lane says nothing. */
  static String name(String lane, SparkCase.Choice choice) {
    return choice.way().isSpark() ? choice.way().toString() : choice.way() + ", " + lane;
  }

  List<String> sentences() {
    List<String> sentences =
        new ArrayList<>(
            Sentences.ofAnswers(
                results,
                "queries and copies",
                "means to 1e-12, of Spark to 1e-10; standard deviations to 1e-9; counts exactly;"
                    + " quantiles to a rank of 0.02"));
    for (Extent extent : Extent.values()) {
      for (SparkAggregate aggregate : SparkAggregate.values()) {
        ranking(extent, aggregate, sentences);
      }
    }
    for (String lane : lanes) {
      sentences.add(quorum(lane));
    }
    sentences.add(costs());
    return sentences;
  }

  private double seconds(String lane, SparkCase asked) {
    return results.client(asked.cell(lane)).median();
  }

  private void ranking(Extent extent, SparkAggregate aggregate, List<String> sentences) {
    List<Timed> timed = new ArrayList<>();
    for (String lane : lanes) {
      for (SparkCase.Choice choice : atOne(study.ways(lane))) {
        timed.add(
            new Timed(name(lane, choice), seconds(lane, SparkCase.of(choice, extent, aggregate))));
      }
    }
    List<Timed> sorted =
        timed.stream()
            .filter(one -> Double.isFinite(one.seconds()))
            .sorted(Comparator.comparingDouble(Timed::seconds))
            .toList();
    if (!sorted.isEmpty()) {
      sentences.add(
          "%s of %s, fastest first, in seconds: %s."
              .formatted(
                  aggregate,
                  extent == Extent.PARTITION ? "one partition" : "the whole table",
                  sorted.stream()
                      .map(one -> one.name() + " " + Numbers.rounded(one.seconds()))
                      .collect(Collectors.joining("; "))));
    }
  }

  /** What QUORUM takes over ONE: the median over scopes and aggregates. */
  private String quorum(String lane) {
    List<String> parts = new ArrayList<>();
    for (SparkWay way : study.ways(lane)) {
      if (way.hasLevels()) {
        parts.add(way + " " + Numbers.rounded(quorumFactor(lane, way)));
      }
    }
    return "%s: QUORUM takes these times as long as ONE, the median over rows and aggregates: %s."
        .formatted(lane, String.join("; ", parts));
  }

  private double quorumFactor(String lane, SparkWay way) {
    List<Double> factors = new ArrayList<>();
    for (Extent extent : Extent.values()) {
      for (SparkAggregate aggregate : SparkAggregate.values()) {
        factors.add(
            seconds(lane, new SparkCase(way, DefaultConsistencyLevel.QUORUM, extent, aggregate))
                / seconds(
                    lane, new SparkCase(way, DefaultConsistencyLevel.ONE, extent, aggregate)));
      }
    }
    return Spread.of(
            factors.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite).toArray())
        .median();
  }

  double cost(SparkCost cost) {
    return results.client(cost.cell(study.sparkLane())).median();
  }

  /** How many queries for moments a copy takes to be worth its making; "never" if none do. */
  String repaid(SparkCost cost) {
    String lane = study.sparkLane();
    double connector =
        seconds(
            lane,
            new SparkCase(
                SparkWay.CONNECTOR,
                DefaultConsistencyLevel.ONE,
                cost.extent(),
                SparkAggregate.MOMENTS));
    double copy =
        seconds(lane, new SparkCase(cost.way(), null, cost.extent(), SparkAggregate.MOMENTS));
    double queries = cost(cost) / (connector - copy);
    if (!Double.isFinite(queries)) {
      return "-";
    }
    return queries < 0 ? "never" : Numbers.count((long) Math.ceil(queries));
  }

  private String costs() {
    return "Before it answers, Spark takes %s s to start; to copy the whole table, %s s to write Parquet (queries for moments until that is repaid: %s) and %s s to cache (%s)."
        .formatted(
            Numbers.rounded(cost(SparkCost.START)),
            Numbers.rounded(cost(new SparkCost(SparkWay.PARQUET, Extent.TABLE))),
            repaid(new SparkCost(SparkWay.PARQUET, Extent.TABLE)),
            Numbers.rounded(cost(new SparkCost(SparkWay.CACHED, Extent.TABLE))),
            repaid(new SparkCost(SparkWay.CACHED, Extent.TABLE)));
  }
}
