/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.console.Progress;
import org.cassandrastats.tools.install.LocalPack;
import org.cassandrastats.tools.node.Node;
import org.cassandrastats.tools.node.NodeSettings;

/**
 * Shows the pack at work on a real node: loads a series, runs each aggregate, checks the results.
 */
public final class Demo {
  private static final Duration TIME_FOR_ALL = Duration.ofSeconds(60);

  private final Series series;
  private final Console console;

  /** A demo with the given values. */
  public Demo(Series series, Console console) {
    this.series = series;
    this.console = console;
  }

  /**
   * Settings of a node for the demo, in the CQL lane unless the server jar is added: nothing there
   * may time out, however many rows there are.
   */
  public static NodeSettings.Builder node() {
    String patience = Patience.OF_THE_NODE.toSeconds() + "s";
    return NodeSettings.builder()
        .yaml("read_request_timeout", patience)
        .yaml("range_request_timeout", patience)
        .yaml("write_request_timeout", patience)
        .yaml("native_transport_timeout", patience)
        // On a busy machine a thread may well stand still for Cassandra's second and a half.
        .yaml("user_defined_functions_warn_timeout", "30s")
        .yaml("user_defined_functions_fail_timeout", "60s");
  }

  /**
   * Runs the demo on a node that {@link #node()} describes.
   *
   * @return whether every result is within its documented error
   */
  public boolean run(Node node, PrintWriter out) {
    try (CqlSession session =
        node.sessionBuilder().withConfigLoader(Patience.ofTheClient()).build()) {
      if (!node.settings().serverJar()) {
        LocalPack.install(session, console);
      }
      DemoTable table = new DemoTable(session);
      table.create();
      table.load(series, console);
      DemoReport report = ask(session);
      print(report, node, out);
      return report.isGood();
    }
  }

  private DemoReport ask(CqlSession session) {
    ExactStatistics exact = new ExactStatistics(series);
    List<Question> questions = new Questions(exact).all();
    Stopwatch stopwatch =
        new Stopwatch(session, series.name(), TIME_FOR_ALL.dividedBy(questions.size() + 1));
    DemoReport report = new DemoReport();
    stopwatch.warmUp();
    report.addBuiltIn(Expected.exactly("", exact.mean()), stopwatch.time(Stopwatch.BUILT_IN));
    try (Progress progress = console.progress("Asking", questions.size(), "aggregates")) {
      for (int i = 0; i < questions.size(); i++) {
        report.add(questions.get(i), stopwatch.time(questions.get(i).selector()));
        progress.reached(i + 1);
      }
    }
    return report;
  }

  private static String lane(NodeSettings settings) {
    if (settings.serverJar()) {
      return "native lane (server jar, UDFs disabled)";
    }
    return settings.udfThreads() ? "UDF threads on" : "UDF threads off";
  }

  private void print(DemoReport report, Node node, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "Cassandra %s, %s; one partition of %,d rows: %s%n",
        node.settings().version(),
        lane(node.settings()),
        series.size(),
        series.source());
    out.println(report.table());
    out.println(
        "error, allowed: as a part of the exact value; of quantiles, the difference in rank as a part"
            + " of all values. x avg(): median time over the median of the"
            + " built-in avg(value), runs alternating; the line of avg(value) shows the noise.");
    if (!node.settings().serverJar() && node.settings().udfThreads()) {
      out.println(
          "UDF threads (Cassandra's default) cost a hop to another thread per row;"
              + " --udf-threads off shows the functions without.");
    }
    out.println(report.verdict());
    out.flush();
  }
}
