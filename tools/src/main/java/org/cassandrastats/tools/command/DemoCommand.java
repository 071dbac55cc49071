/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.demo.CsvColumn;
import org.cassandrastats.tools.demo.Demo;
import org.cassandrastats.tools.demo.SensorData;
import org.cassandrastats.tools.demo.Series;
import org.cassandrastats.tools.node.Node;
import org.cassandrastats.tools.node.NodeRegistry;
import org.cassandrastats.tools.node.NodeSettings;
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
      "Starts a Cassandra 5.0 node of its own, installs the pack, loads one partition, runs the"
          + " aggregates, and compares each result with the exact value.",
      "With --native the same in the native lane: nothing is installed, user-defined functions are"
          + " disabled, and the server jar on the node answers.",
      "The node listens on free ports of 127.0.0.1 and goes away with its files at the end, also"
          + " after Ctrl-C or a failure. Nothing else on this machine is touched.",
    },
    footer = {
      "",
      "Exit code 0: every result is within the error that its documentation allows.",
      "",
      "Examples:",
      "  cassandra-stats demo",
      "  cassandra-stats demo --rows 1000000 --udf-threads off",
      "  cassandra-stats demo --native",
      "  cassandra-stats demo --csv flights.csv.gz --column delay_minutes --keep",
    })
final class DemoCommand implements Callable<Integer> {
  private static final int LARGEST = 20_000_000;
  private static final long SEED = 20_261_120;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of generated sensor data. Default: 100000.")
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
      names = "--native",
      description =
          "Use the server jar instead of user-defined functions. Does not go with --udf-threads.")
  private boolean nativeLane;

  @Option(
      names = "--udf-threads",
      paramLabel = "on|off",
      description = {
        "Whether user-defined functions run in threads of their own: on by default, as in Cassandra;"
            + " each row then costs a hop to another thread, some 25 microseconds.",
        "Off needs allow_insecure_udfs: a function that loops for ever could not be stopped. Here"
            + " that is a node of no value with functions that do not.",
      })
  private OnOff udfThreads;

  @Option(
      names = "--keep",
      description = "Leave the node running with pack and data, and say how to use and stop it.")
  private boolean keep;

  @Override
  public Integer call() {
    LaneOptions lane = LaneOptions.of(spec.commandLine(), nativeLane, udfThreads);
    Console console = Console.standard();
    PrintWriter out = spec.commandLine().getOut();
    Series series = series(console);
    NodeSettings settings = lane.applyTo(Demo.node()).build();
    console.say("Starting Cassandra " + settings.version() + " ...");
    try (Node node = Node.start(settings, console)) {
      boolean good = new Demo(series, console).run(node, out);
      if (keep) {
        NodeTable.print(out, List.of(NodeRegistry.ofUser().adopt(node)));
        NodeTable.printHints(
            out, node.address().getPort(), "stats.summary(value) FROM demo.series");
      }
      return good ? 0 : 1;
    }
  }

  private Series series(Console console) {
    if ((csv == null) != (column == null)) {
      throw new ParameterException(
          spec.commandLine(), "--csv FILE and --column NAME are needed together");
    }
    if (csv != null && rows != null) {
      throw new ParameterException(
          spec.commandLine(), "--rows is for generated data and does not go with --csv");
    }
    if (csv != null) {
      return new CsvColumn(csv, column).read(console);
    }
    int wanted = rows == null ? 100_000 : rows;
    if (wanted < 1 || wanted > LARGEST) {
      throw new ParameterException(
          spec.commandLine(), "--rows is " + wanted + ": expected 1 to " + LARGEST);
    }
    return SensorData.generate(wanted, SEED);
  }
}
