/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.cassandrastats.cli.chart.Glyphs;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.demo.Questions.HistogramQuestions;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.ServerJar;

/**
 * Shows the pack at work on a real node: loads a series, asks for each aggregate in each lane, and
 * checks the results.
 */
public final class Demo {
  /** Where the native functions are, beside the user-defined ones of the same names. */
  private static final String NATIVE_KEYSPACE = "native_stats";

  private static final String CQL_KEYSPACE = "stats";

  /** A user-defined function with a thread of its own takes a hundred microseconds for a row. */
  private static final int ROWS_IN_SECOND_LANE = 2000;

  /** A lane is asked for a second, and another for each of so many rows, at most for eight. */
  private static final int ROWS_PER_SECOND = 14_000;

  private static final int MOST_SECONDS = 8;

  private final DemoSeries series;
  private final Console console;
  private final CompletableFuture<ExactStatistics> exact;

  /** A demo with the given values. It computes the exact results while others start the node. */
  public Demo(DemoSeries series, Console console) {
    this.series = series;
    this.console = console;
    this.exact = CompletableFuture.supplyAsync(() -> new ExactStatistics(series));
  }

  /**
   * How a node for the demo is started: with both lanes where the version has them. Nothing there
   * may time out, however many rows there are.
   */
  public static NodeSettings.Builder node(CassandraVersion version, boolean udfThreads) {
    String retryTimeout = OF_THE_NODE.toSeconds() + "s";
    NodeSettings.Builder builder =
        NodeSettings.builder()
            .version(version)
            .udfThreads(udfThreads)
            .yaml("read_request_timeout", retryTimeout)
            .yaml("range_request_timeout", retryTimeout)
            .yaml("write_request_timeout", retryTimeout)
            .yaml("native_transport_timeout", retryTimeout)
            // On a busy machine a thread may well stand still for Cassandra's second and a half.
            .yaml("user_defined_functions_warn_timeout", "30s")
            .yaml("user_defined_functions_fail_timeout", "60s");
    if (ServerJar.supports(version)) {
      builder
          .serverJar(true)
          .jvmArgument(ServerJar.KEYSPACE_FLAG + NATIVE_KEYSPACE)
          .jvmArgument(ServerJar.CURSOR_READS_FLAG);
    }
    return builder;
  }

  /**
   * Runs the demo.
   *
   * @param node with the settings that {@link #node} gives, and the pack installed
   * @return whether every result is within its documented error
   */
  public boolean run(Node node, PrintWriter out) {
    try (CqlSession session = node.sessionBuilder().withConfigLoader(ofTheClient()).build()) {
      DemoTable table = new DemoTable(session);
      table.create();
      table.load(series, console);
      boolean bothLanes = node.settings().serverJar();
      HistogramQuestions histograms = new HistogramQuestions(exact.join(), exact.join());
      DemoLaneRun main =
          DemoLaneRun.ask(
              bothLanes ? Lane.NATIVE : Lane.CQL,
              bothLanes ? NATIVE_KEYSPACE : CQL_KEYSPACE,
              series,
              new Questions(exact.join(), histograms).all(),
              enough(),
              session,
              console);
      List<DemoLaneRun> lanes = new ArrayList<>(List.of(main));
      List<String> differences = new ArrayList<>();
      if (bothLanes) {
        DemoLaneRun second = askInCql(table, session);
        lanes.add(second);
        differences.addAll(second.differences(NATIVE_KEYSPACE, session));
      }
      Expectation mean = Expectation.Value.exactly("", exact.join().mean());
      DemoReport report = new DemoReport(mean, lanes, differences);
      print(report, node.settings(), bothLanes && readsByCursors(session), out);
      histograms
          .drawn()
          .ifPresent(
              histogram ->
                  print(
                      histogram,
                      DrawnDistribution.ask(session, series.name(), main.keyspace(), histogram),
                      out));
      out.println(report.verdict());
      out.flush();
      return report.isGood();
    }
  }

  private Duration enough() {
    return Duration.ofSeconds(Math.min(MOST_SECONDS, 1 + series.size() / ROWS_PER_SECOND));
  }

  /** Asks over the first rows only, as a partition of their own. */
  private DemoLaneRun askInCql(DemoTable table, CqlSession session) {
    DemoSeries few = series.first(ROWS_IN_SECOND_LANE);
    if (few != series) {
      table.load(few, console);
    }
    ExactStatistics ofFew = new ExactStatistics(few);
    return DemoLaneRun.ask(
        Lane.CQL,
        CQL_KEYSPACE,
        few,
        new Questions(ofFew, new HistogramQuestions(exact.join(), ofFew)).all(),
        enough(),
        session,
        console);
  }

  /** Not every version of Cassandra is known well enough. */
  private static boolean readsByCursors(CqlSession session) {
    Row row =
        session.execute("SELECT state FROM stats_admin.features WHERE name = 'cursor_reads'").one();
    return row != null && "active".equals(row.getString(0));
  }

  private void print(DemoReport report, NodeSettings settings, boolean cursors, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%nCassandra %s, one partition of %,d rows: %s%n",
        settings.version(),
        series.size(),
        series.source());
    out.printf(
        """
        A lane is what runs the functions: user-defined functions that CQL scripts install (CQL lane, here
        with UDF threads %s), or a jar on the node (native lane%s).
        Names and results are the same in both.

        """,
        settings.udfThreads() ? "on" : "off", settings.serverJar() ? "" : ", not in this version");
    if (cursors) {
      out.println(
          """
          Cursor reads are on: the native lane decodes the values from memtables and SSTables, without an
          object for a row. Elsewhere they are off by default: node start --native --cursor-reads.
          """);
    }
    out.println(report.table());
    out.println(report.legend());
    if (settings.udfThreads()) {
      out.println(
          """
          UDF threads, Cassandra's default, cost a hop to another thread for each row: --udf-threads off
            shows the CQL lane without.""");
    }
  }

  private static void print(String histogram, DrawnDistribution distribution, PrintWriter out) {
    out.printf("%nThe distribution, as %s counts it:%n", histogram);
    out.println(distribution.drawn(Glyphs.ofLocale()));
  }

  static final Duration OF_THE_NODE = Duration.ofHours(1);

  static DriverConfigLoader ofTheClient() {
    return DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, OF_THE_NODE.plusMinutes(1))
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofSeconds(30))
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(30))
        .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, Duration.ofSeconds(60))
        .build();
  }
}
