/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.cli.chart.Chart;
import org.cassandrastats.cli.chart.HtmlPage.Section;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.plan.Bounds;
import org.cassandrastats.client.internal.plan.Planner;
import org.cassandrastats.client.internal.plan.QueryPlan;
import org.cassandrastats.client.internal.plan.Texts;

/**
 * What three usual questions would take.
 *
 * @param section of the page
 * @param wholeTable the plan of the last of them, about all rows
 */
record UsualQuestions(Section section, QueryPlan wholeTable) {
  private static final List<String> HEADER =
      List.of("question", "rows", "recommended", "one query", "split", "rollup", "because");

  /**
   * Plans them, but for one whose key has a literal that only Cassandra reads: a tuple, a
   * user-defined type.
   *
   * @param questions statements by their names, the last one about all rows
   * @throws StatsException if no sample can be taken
   */
  static UsualQuestions of(Planner planner, Map<String, String> questions) {
    List<List<String>> shown = new ArrayList<>();
    List<Chart.Bar> bars = new ArrayList<>();
    QueryPlan plan = null;
    List<String> statements = new ArrayList<>();
    for (Map.Entry<String, String> question : questions.entrySet()) {
      if (!isRead(question.getValue())) {
        continue;
      }
      plan = planner.plan(question.getValue());
      statements.add(question.getValue());
      String name = question.getKey();
      String one = plan.forecast().oneQueryTime().map(Texts::span).orElse("refused");
      plan.forecast()
          .oneQueryTime()
          .map(Bounds::likely)
          .ifPresent(seconds -> bars.add(new Chart.Bar(name + ": one query", seconds)));
      bars.add(new Chart.Bar(name + ": split", plan.forecast().split().time().likely()));
      plan.forecast()
          .rollup()
          .ifPresent(rollup -> bars.add(new Chart.Bar(name + ": rollup", rollup.time())));
      shown.add(
          List.of(
              name,
              Texts.rows(plan.forecast().rows()),
              plan.recommendation().way().toString(),
              one,
              Texts.span(plan.forecast().split().time()),
              plan.forecast().rollup().map(rollup -> Texts.seconds(rollup.time())).orElse(""),
              String.join(" ", plan.recommendation().reasons())));
    }
    return new UsualQuestions(
        new Section(
            "What questions would take",
            String.join(";\n", statements) + ";",
            List.of(new Chart.Bars("Seconds, as cassandra-stats plan estimates them", bars)),
            HEADER,
            HEADER.stream().map(column -> false).toList(),
            shown),
        plan);
  }

  private static boolean isRead(String statement) {
    try {
      SelectParser.parse(statement, List.of());
      return true;
    } catch (StatsException unreadable) {
      return false;
    }
  }
}
