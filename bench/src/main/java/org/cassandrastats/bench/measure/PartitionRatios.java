/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Statement;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.node.CassandraVersion;
import org.cassandrastats.cli.node.Node;
import org.cassandrastats.cli.node.NodeSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Times aggregates over one large partition, each against a baseline in the same run. */
@Command(
    name = "partition-ratios",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Times aggregates over one large partition of a throw-away Cassandra node.",
      "",
      "With UDF threads off the baseline is the built-in avg(); with UDF threads on it is an"
          + " aggregate whose state function only returns its state. All aggregates take turns"
          + " within each run, so that a load from elsewhere meets all of them; the ratio is the"
          + " median over the runs of time / time of the baseline in the same run."
    })
public final class PartitionRatios implements Callable<Integer> {
  enum Threads {
    on,
    off
  }

  @Option(
      names = "--udf-threads",
      required = true,
      description = "Whether functions run in a thread of their own: ${COMPLETION-CANDIDATES}.")
  private Threads udfThreads;

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "Rows of the partition (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--runs",
      defaultValue = "9",
      description = "Measured runs (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--warm-up",
      defaultValue = "3",
      description = "Runs before those, for the JIT compiler (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "AGGREGATE",
      description = "Measure only these besides the baseline, such as mean,summary.")
  private List<String> only = List.of();

  @Option(
      names = "--version-of-cassandra",
      defaultValue = "5.0.9",
      description = "What to run (default: ${DEFAULT-VALUE}).")
  private String version;

  @Option(
      names = "--recording",
      paramLabel = "FILE",
      description = "Also record the node with JDK Flight Recorder, into this file.")
  private Path recording;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Also write the table to FILE.md and every time to FILE.csv.")
  private Path output;

  private PartitionRatios() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new PartitionRatios()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Console console = Console.plain();
    NodeSettings settings = settings();
    console.say("Starting Cassandra " + version + " with UDF threads " + udfThreads);
    Timings timings;
    try (Node node = Node.start(settings, console);
        CqlSession session = session(node)) {
      prepare(session, console);
      timings = new TimedRuns(session, console).run(contenders(), warmUp, runs);
      if (recording != null) {
        FlightRecording.dump(node.process().pid(), recording);
      }
    }
    Report report = new Report(timings, settings, rows);
    System.out.println(report.table());
    if (output != null) {
      Files.writeString(Path.of(output + ".md"), report.markdown());
      Files.writeString(Path.of(output + ".csv"), report.csv());
    }
    return 0;
  }

  private NodeSettings settings() {
    // The default deadlines would end an aggregation of this size with UDF threads on.
    NodeSettings.Builder settings =
        NodeSettings.builder()
            .version(CassandraVersion.parse(version))
            .udfThreads(udfThreads == Threads.on)
            .heap("2g")
            .yaml("read_request_timeout", "1h")
            .yaml("range_request_timeout", "1h")
            .yaml("native_transport_timeout", "1h");
    if (recording != null) {
      settings.jvmArgument("-XX:StartFlightRecording=name=ratios,settings=profile");
    }
    return settings.build();
  }

  private static CqlSession session(Node node) {
    return node.sessionBuilder()
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofHours(1))
                .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                .build())
        .build();
  }

  private void prepare(CqlSession session, Console console) {
    session.execute(
        "CREATE KEYSPACE stats WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    console.say("Installing the pack");
    for (Statement statement : Catalogue.load().installStatements("stats")) {
      session.execute(statement.cql());
    }
    session.execute(
        "CREATE FUNCTION stats.idle_step (state blob, value double) RETURNS NULL ON NULL INPUT"
            + " RETURNS blob LANGUAGE java AS 'return state;'");
    session.execute("CREATE AGGREGATE stats.idle (double) SFUNC idle_step STYPE blob INITCOND 0x");
    new SensorPartition(session).load(rows, console);
  }

  /** The baseline first. */
  private List<Contender> contenders() {
    Contender average = new Contender("avg(value), built in", "avg(value)");
    Contender idle = new Contender("a state function that returns its state", "stats.idle(value)");
    List<Contender> contenders = new ArrayList<>();
    contenders.add(udfThreads == Threads.off ? average : idle);
    if (only.isEmpty()) {
      contenders.add(udfThreads == Threads.off ? idle : average);
    }
    for (Contender candidate : Contender.ofThePack()) {
      if (only.isEmpty() || only.contains(candidate.function())) {
        contenders.add(candidate);
      }
    }
    return contenders;
  }
}
