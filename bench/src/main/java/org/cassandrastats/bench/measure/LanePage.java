/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The page of the measured lanes. All of it is written by the program, so that it stays true. */
final class LanePage {
  private static final String HEAD =
      """
      # Lanes: native functions and user-defined ones, against the built-in avg()

      This page is written by the two commands below; do not edit it. Every single time is in
      [lanes/](lanes).

      One node and one client process on the same machine; rows `(sensor int, at bigint, value double)` in one
      partition, flushed and compacted, default page size, node heap 2 GB from the start, deadlines raised to one hour. Every lane has
      a node of its own, as an operator would run it: a node with both kinds of functions would compile
      Cassandra's code for both. Each query's time is divided by that of `SELECT avg(value)` over the same rows, run beside
      it in turns; the tables show the median of these ratios and their quartiles. Reading from SSTables takes longer than from a memtable, so that the
      functions weigh less here than in [the older measurements](aggregation-ratios.md).

      | lane | node | rows | groups of 10 rows | measured |
      | --- | --- | ---: | ---: | --- |
      %s
      The live part (about half an hour on two quiet processors), then the part with JMH (about 5 minutes; run it first to have both on the page):

          ./mvnw -q -B -Planes -pl bench -am -DskipTests package -Dlanes.args="--output docs/measurements"
          ./mvnw -q -B -Plane-jmh -pl bench/lanes -am -DskipTests package -Dlane-jmh.args="--output docs/measurements/lanes/jmh.csv"

      Machine: %s, %d processors; OpenJDK %s; Cassandra %s.
      """;

  private static final String LIMITS =
      """

      ## The limits

      What the project demands of the lane `%s`, whose node %s.
      "Those but summary, in one SELECT" are five statistics at once. GROUP BY is over the groups, with `avg(value)` over the same groups.

      %s
      ![ratios with quartiles](lanes/limits.svg)
      """;

  private static final String ALL =
      """

      ## All aggregates

      Median ratio to `avg(value)` (quartiles). Several queries share a run of `avg(value)` here, so single numbers are rougher than above. A
      merge makes a state of every value first and then merges these, over a tenth of the rows.

      %s
      ![ratios in all lanes](lanes/all.svg)
      """;

  private static final String GROUPS =
      """

      ## Groups

      `GROUP BY` over groups of ten rows in one partition, against `avg(value)` over the same groups; all pages are fetched.
      """;

  private static final String HEAP =
      """

      ## Heap

      The node answers the query again and again while its heap is collected in full and looked at, also over JMX. Cassandra keeps one state
      for each call in the query, not one for each group, so what is in use does not depend on the number of groups; results wait for the
      client in pages of 5000. What is allocated (and collected again) for each group includes the reading of its rows.

      %s""";

  private static final String JMH =
      """

      ## A row in Cassandra's own code

      JMH, in one process: the arguments' bytes go through Cassandra's `Arguments` into `Aggregate.addInput`, as they do in a query, without
      reading, paging and the network. User-defined functions are compiled by Cassandra from the statements of `install.cql`. Medians over calls of a
      thousand rows each. Of the aggregates that share a state function, one is shown: a row costs the same in all.

      %s""";

  private LanePage() {}

  /**
   * The page.
   *
   * @param lanes the first one is held to the limits
   * @param jmh a table; null if there is none
   */
  static String text(List<LaneResult> lanes, String jmh) throws IOException {
    LaneResult first = lanes.get(0);
    MeasuredLane lane = MeasuredLane.named(first.lane());
    StringBuilder page = new StringBuilder();
    page.append(
        HEAD.formatted(
            lanes.stream().map(LanePage::laneRow).collect(Collectors.joining()),
            Processor.name(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("java.version"),
            first.cassandra()));
    page.append(LIMITS.formatted(first.lane(), node(lane), LaneTables.ofLimits(first)));
    page.append(ALL.formatted(LaneTables.ofLanes(lanes)));
    page.append(GROUPS);
    for (LaneResult result : lanes) {
      page.append("\n`")
          .append(result.lane())
          .append(String.format(Locale.ROOT, "`, %,d groups:%n%n", result.groups()))
          .append(LaneTables.ofTimes(result.grouped()));
    }
    for (LaneResult result : lanes) {
      if (!result.heap().isEmpty()) {
        page.append(HEAP.formatted(LaneTables.ofHeap(result.heap())));
      }
    }
    if (jmh != null) {
      page.append(JMH.formatted(jmh));
    }
    return page.toString();
  }

  private static String laneRow(LaneResult result) {
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %,d | %,d | %s |%n",
        result.lane(),
        node(MeasuredLane.named(result.lane())),
        result.rows(),
        result.groups(),
        result.date());
  }

  private static String node(MeasuredLane lane) {
    return switch (lane) {
      case NATIVE -> "has the server jar and `user_defined_functions_enabled: false`";
      case UDF_THREADS_OFF -> "has `install.cql` and UDF threads off";
      case UDF_THREADS_ON -> "has `install.cql` and UDF threads on, Cassandra's default";
    };
  }
}
