/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.demo.CsvColumn;
import org.cassandrastats.cli.demo.Demo;
import org.cassandrastats.cli.demo.DemoSeries;
import org.cassandrastats.cli.demo.SensorData;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeRegistry;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.ServerJar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the pack at work on a real node. */
@Command(
    name = "demo",
    sortOptions = false,
    description = {
      "Starts a Cassandra node of its own with the pack, loads one partition, asks for each aggregate,"
          + " compares each result with the exact value, and draws the distribution. Takes about a"
          + " minute.",
      "A lane is what runs the functions, with the same names and results:",
      "  CQL lane: user-defined functions that CQL scripts install, on any cluster.",
      "  native lane: a jar on the node, here with cursor reads: several times as fast as Cassandra's own"
          + " avg(). Cassandra 5.0 only.",
      "The node has both lanes; the native one is asked over all rows, the CQL lane over the first"
          + " 2,000. A node without a native lane is asked over all rows in the CQL lane.",
      "The node listens on free ports of 127.0.0.1 and goes away with its files at the end, also"
          + " after Ctrl-C or a failure. Nothing else on this machine is touched.",
    },
    footer = {
      "",
      "Columns of the table:",
      "  result    to six digits; every number is compared with the exact value with all its digits",
      "  error     of the result: as a part of the exact value, 1e-16 being the last digit of a double;"
          + " of t-digests, how far the rank is off",
      "  allowed   the largest error that the documentation of the function allows",
      "  ms        median time of the aggregate over all rows: of 3 runs or more after one that warms up,"
          + " or of 1 or more where a run takes a second",
      "  x avg()   that time as a multiple of the time of the built-in avg() as Cassandra reads, in each"
          + " lane",
      "",
      "Exit code 0: every result is within the error that its documentation allows. 1: one is not.",
      "",
      "Examples:",
      "  cassandra-stats demo",
      "  cassandra-stats demo --rows 1000000 --udf-threads off",
      "  cassandra-stats demo --csv flights.csv.gz --column delay_minutes --keep",
    })
final class DemoCommand implements Callable<Integer> {
  private static final int LARGEST = 20_000_000;
  private static final int ROWS = 100_000;
  private static final int ROWS_OF_CQL_LANE = 20_000;
  private static final long SEED = 20_261_120;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description =
          "Rows of generated sensor data. Default: 100000, or 20000 without a native lane.")
  private Integer rows;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = {
        "Take the values from a CSV file (comma-separated, UTF-8, with a header; gzip if it ends in"
            + " .gz) instead. Empty lines and cells are skipped.",
      })
  private Path csv;

  @Option(names = "--column", paramLabel = "NAME", description = "The column of the CSV file.")
  private String column;

  @Option(
      names = "--version",
      paramLabel = "V",
      description = "Version of Cassandra: 5.0.9 (default), 4.1.10, 6.0-alpha2, or another one.")
  private CassandraVersion version;

  @Option(
      names = "--udf-threads",
      paramLabel = "on|off",
      description = {
        "Whether user-defined functions run in threads of their own: on by default, as in Cassandra;"
            + " each row then costs a hop to another thread, some 25 microseconds.",
        "Off needs allow_insecure_udfs: a function that never ends could not be stopped. Here"
            + " that is a node of no value with functions that do not.",
      })
  private OnOff udfThreads;

  @Option(
      names = "--keep",
      description = "Leave the node running with pack and data, and say how to use and stop it.")
  private boolean keep;

  @Override
  public Integer call() {
    Console console = Console.standard();
    PrintWriter out = spec.commandLine().getOut();
    CassandraVersion wanted = version == null ? CassandraVersion.standard() : version;
    DemoSeries series = series(wanted, console);
    Demo demo = new Demo(series, console);
    NodeSettings.Builder settings = Demo.node(wanted, udfThreads == null || udfThreads.isOn());
    try (Node node = LocalPack.start(settings, console)) {
      boolean good = demo.run(node, out);
      if (keep) {
        NodeTable.print(out, List.of(NodeRegistry.ofUser().adopt(node)));
        NodeTable.printHints(
            out, node.address().getPort(), "stats.summary(value) FROM demo.series");
      } else {
        nextSteps(out);
      }
      return good ? 0 : 1;
    }
  }

  private DemoSeries series(CassandraVersion wanted, Console console) {
    if ((csv == null) != (column == null)) {
      throw new ParameterException(
          spec.commandLine(), "--csv FILE and --column NAME are needed together");
    }
    if (csv != null && rows != null) {
      throw new ParameterException(
          spec.commandLine(), "--rows is for generated data and cannot be combined with --csv");
    }
    if (csv != null) {
      return new CsvColumn(csv, column).read(console);
    }
    if (rows != null && (rows < 1 || rows > LARGEST)) {
      throw new ParameterException(
          spec.commandLine(), "--rows is " + rows + ": expected 1 to " + LARGEST);
    }
    int standard = ServerJar.supports(wanted) ? ROWS : ROWS_OF_CQL_LANE;
    return SensorData.generate(rows == null ? standard : rows, SEED);
  }

  /** A switch that is named either way. */
  enum OnOff {
    ON,
    OFF;

    boolean isOn() {
      return this == ON;
    }

    @Override
    public String toString() {
      return this == ON ? "on" : "off";
    }
  }

  /**
   * What to try after the demo: commands that work as they stand in the directory of the checkout
   * or release.
   */
  static void nextSteps(PrintWriter out) {
    out.printf(
        """

        Try next, in the directory of the checkout or release (cqlsh comes with: pip install cqlsh):
          bin/cassandra-stats node start
          cqlsh 127.0.0.1 9042 -f cql/examples/sensor.cql
          bin/cassandra-stats query --contact-point 127.0.0.1:9042 \\
            "SELECT stats.summary(value) FROM stats_example.measurement"
        """);
    out.flush();
  }
}
