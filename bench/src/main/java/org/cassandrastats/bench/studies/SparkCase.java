/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An aggregate over some rows, had in one way.
 *
 * @param level of the reads; null for copies that Spark has made
 */
record SparkCase(
    SparkWay way, DefaultConsistencyLevel level, Extent extent, SparkAggregate aggregate) {
  static final List<DefaultConsistencyLevel> LEVELS =
      List.of(DefaultConsistencyLevel.ONE, DefaultConsistencyLevel.QUORUM);

  /** A way at a level: what makes a row of the choice matrix. */
  record Choice(SparkWay way, DefaultConsistencyLevel level) {
    String levelText() {
      return level == null ? "-" : level.name();
    }
  }

  /** All ways at all levels that they have. */
  static List<Choice> choices(List<SparkWay> ways) {
    List<Choice> choices = new ArrayList<>();
    for (SparkWay way : ways) {
      if (way.hasLevels()) {
        LEVELS.forEach(level -> choices.add(new Choice(way, level)));
      } else {
        choices.add(new Choice(way, null));
      }
    }
    return choices;
  }

  static SparkCase of(Choice choice, Extent extent, SparkAggregate aggregate) {
    return new SparkCase(choice.way(), choice.level(), extent, aggregate);
  }

  static List<SparkCase> all(List<SparkWay> ways) {
    List<SparkCase> all = new ArrayList<>();
    for (Extent extent : Extent.values()) {
      for (SparkAggregate aggregate : SparkAggregate.values()) {
        choices(ways).forEach(choice -> all.add(of(choice, extent, aggregate)));
      }
    }
    return all;
  }

  Choice choice() {
    return new Choice(way, level);
  }

  /** The built-in average by one request over the same rows, at the same level if there is one. */
  SparkCase baseline() {
    return new SparkCase(
        SparkWay.REQUEST,
        level == null ? DefaultConsistencyLevel.ONE : level,
        extent,
        SparkAggregate.AVG);
  }

  Map<String, String> cell(String lane) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("rows", extent.toString());
    cell.put("aggregate", aggregate.toString());
    cell.put("way", way.toString());
    cell.put("level", choice().levelText());
    return cell;
  }
}
