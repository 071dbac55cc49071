/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.CassandraYaml;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeRegistry;
import org.cassandrastats.localcluster.node.NodeRegistry.NodeRecord;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.ServerJar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Starts a local node that stays up after the command has ended. */
@Command(
    name = "start",
    description = {
      "Starts a Cassandra node on 127.0.0.1, installs the pack in its keyspace stats, and leaves it"
          + " running. A node that already runs on the port is left as it is.",
      "The functions are answered in one of two lanes, by the same names and with the same results:",
      "  CQL lane (default): user-defined functions, installed by CQL as on any cluster.",
      "  native lane (--native): the server jar on the node's class path, user-defined functions"
          + " disabled, no CQL installed. As fast as Cassandra's own avg(). Cassandra 5.0 and 6.0-alpha2.",
      "The first start of a version fetches Cassandra, about 100 jars, from Maven Central or the"
          + " mirror that ~/.m2/settings.xml names.",
    },
    footer = {
      "  cassandra-stats node start",
      "  cassandra-stats node start --native",
      "  cassandra-stats node start --native --cursor-reads",
      "  cassandra-stats node start --port 9142 --set read_request_timeout=60s",
      "  cassandra-stats node start --version 4.1.10 --java-home /usr/lib/jvm/java-11",
      "",
      "Then, for instance (cqlsh comes with: pip install cqlsh):",
      "  cqlsh 127.0.0.1 9042 -e \"SELECT stats.mean(position) FROM system_schema.columns\"",
    })
final class NodeStartCommand implements Callable<Integer> {
  private static final String EXAMPLE = "stats.summary(position) FROM system_schema.columns";

  @Spec private CommandSpec spec;
  @Mixin private PortOption port;
  @Mixin private Families.FamilyOption family;

  @Option(
      names = "--version",
      paramLabel = "V",
      description = "Version of Cassandra: 5.0.9 (default), 4.1.10, 6.0-alpha2, or another one.")
  private CassandraVersion version;

  @Option(
      names = "--java-home",
      paramLabel = "DIR",
      description = {
        "Java to run the node with: 11 for Cassandra 4.1, 11 or 17 for 5.0, 11, 17 or 21 for 6.0.",
        "Default: the environment's JAVA17_HOME or JAVA11_HOME, or else the Java that runs this.",
      })
  private Path javaHome;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Directory of the node's files. It is kept when the node stops.")
  private Path directory;

  @Option(
      names = "--native",
      description =
          "Start the node with the server jar and without user-defined functions. Does not go with"
              + " --udf-threads.")
  private boolean nativeLane;

  @Option(
      names = "--cursor-reads",
      description =
          "With --native, on Cassandra 5.0: the server jar reads asked columns of SSTables and"
              + " memtables into arrays, without an object for a row.")
  private boolean cursorReads;

  @Option(
      names = "--udf-threads",
      paramLabel = "on|off",
      description = {
        "Whether user-defined functions run in threads of their own: on by default, as in Cassandra."
            + " Each row then costs a hop to another thread.",
        "Off is faster, but Cassandra allows it with allow_insecure_udfs only: a function that"
            + " never ends can no longer be stopped. For local nodes and trusted functions.",
      })
  private DemoCommand.OnOff udfThreads;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "1g",
      description = "Largest heap of the node. Default: ${DEFAULT-VALUE}.")
  private String heap;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets a key of cassandra.yaml; a.b sets key b of the map a. May be repeated.")
  private final Map<String, String> yaml = new LinkedHashMap<>();

  @Override
  public Integer call() {
    checkLane();
    checkLogin();
    NodeRegistry registry = NodeRegistry.ofUser();
    return registry.alone(
        port.orDefault(), () -> start(registry, family.catalogue(), Console.standard()));
  }

  private int start(NodeRegistry registry, Catalogue catalogue, Console console) {
    Optional<NodeRecord> known = registry.find(port.orDefault());
    if (known.isPresent() && known.get().process().isPresent()) {
      return alreadyRuns(known.get());
    }
    known.ifPresent(record -> registry.stop(record, false));

    NodeSettings.Builder settings = settings(registry);
    console.say(
        "Starting Cassandra %s on port %d (%s lane) ..."
            .formatted(settings.version(), port.orDefault(), lane().label()));
    try (Node node =
        nativeLane
            ? Node.start(settings.build(), console)
            : LocalPack.start(settings, catalogue, console)) {
      NodeTable.print(spec.commandLine().getOut(), List.of(registry.adopt(node)));
    }
    NodeTable.printHints(spec.commandLine().getOut(), port.orDefault(), example(catalogue));
    return 0;
  }

  private static String example(Catalogue catalogue) {
    return catalogue.families().contains("moments")
        ? EXAMPLE
        : catalogue.functions().get(0).examples().get(0).qualified("stats")
            + " FROM system_schema.columns";
  }

  /** The command asks the node whether it answers, and installs functions, without a login. */
  private void checkLogin() {
    String authenticator = yaml.getOrDefault("authenticator", yaml.get("authenticator.class_name"));
    if (authenticator != null && !authenticator.endsWith("AllowAllAuthenticator")) {
      throw new ParameterException(
          spec.commandLine(),
          ("--set authenticator: node start has no login, and a node with %s would refuse it. Leave it"
                  + " out. For a node with logins, start a Cassandra of your own and run install"
                  + " --username ... --password.")
              .formatted(authenticator));
    }
  }

  private void checkLane() {
    if (nativeLane && udfThreads != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--udf-threads cannot be combined with --native: in the native lane user-defined functions are"
              + " disabled");
    }
    if (cursorReads && !nativeLane) {
      throw new ParameterException(
          spec.commandLine(),
          "--cursor-reads needs --native: the server jar reads so. Add --native, or leave it out.");
    }
    if (nativeLane && family.isGiven()) {
      throw new ParameterException(
          spec.commandLine(),
          "--family cannot be combined with --native: the server jar has all families. Leave out one of them.");
    }
    if (nativeLane && version != null && !ServerJar.supports(version)) {
      throw new ParameterException(
          spec.commandLine(),
          "--native needs Cassandra 5.0 or 6.0: the server jar does not support %s. Leave out --native or --version."
              .formatted(version));
    }
  }

  private Lane lane() {
    return nativeLane ? Lane.NATIVE : Lane.CQL;
  }

  private NodeSettings.Builder settings(NodeRegistry registry) {
    NodeSettings.Builder builder =
        NodeSettings.builder()
            .nativePort(port.orDefault())
            .heap(heap)
            .javaHome(javaHome)
            .yaml(CassandraYaml.values(yaml));
    if (nativeLane) {
      builder.serverJar(true).udfsEnabled(false);
      if (cursorReads) {
        builder.jvmArgument(ServerJar.CURSOR_READS_FLAG);
      }
    } else {
      builder.udfThreads(udfThreads == null || udfThreads.isOn());
    }
    if (version != null) {
      builder.version(version);
    }
    if (directory == null) {
      builder.scratchDirectory(registry.standardDirectory(port.orDefault()));
    } else {
      builder.directory(directory);
    }
    return builder;
  }

  private int alreadyRuns(NodeRecord record) {
    if (version != null && !version.text().equals(record.version())) {
      throw new UserError(
          ("Cassandra %s already runs on port %d. Stop it first (cassandra-stats node stop --port"
                  + " %d), or choose another --port for %s.")
              .formatted(record.version(), record.port(), record.port(), version));
    }
    Lane wanted = lane();
    if (!NodeTable.lane(record).equals(wanted.label())) {
      throw new UserError(
          ("A node of the %s lane already runs on port %d. Stop it first (cassandra-stats node stop"
                  + " --port %d), or choose another --port for one of the %s lane.")
              .formatted(NodeTable.lane(record), record.port(), record.port(), wanted.label()));
    }
    Console.standard().say("A node already runs on port " + record.port() + ":");
    if (family.isGiven()) {
      Console.standard()
          .say(
              "--family changes nothing on it: cassandra-stats install --contact-point 127.0.0.1:%d adds what it lacks."
                  .formatted(record.port()));
    }
    NodeTable.print(spec.commandLine().getOut(), List.of(record));
    NodeTable.printHints(spec.commandLine().getOut(), record.port(), EXAMPLE);
    return 0;
  }

  /** The option --port of the node commands. */
  static final class PortOption {
    private static final int CASSANDRAS_OWN = 9042;
    private static final int LARGEST = 65_535;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    private Integer port;

    @Option(
        names = "--port",
        paramLabel = "P",
        description = "Port of the node for CQL. Default: 9042.")
    void setPort(int newPort) {
      if (newPort < 1 || newPort > LARGEST) {
        throw new ParameterException(
            spec.commandLine(), "--port is " + newPort + ": expected 1 to " + LARGEST);
      }
      port = newPort;
    }

    int orDefault() {
      return port == null ? CASSANDRAS_OWN : port;
    }

    OptionalInt given() {
      return port == null ? OptionalInt.empty() : OptionalInt.of(port);
    }
  }
}
