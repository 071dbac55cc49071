/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.Slowdown;
import org.cassandrastats.localcluster.node.CassandraYaml;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.ServerJar;
import org.testcontainers.cassandra.CassandraContainer;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.lifecycle.Startable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A node in a container of the official image or its like. */
final class ContainerNode implements Startable {
  private static final String SERVER_JAR = "/opt/cassandra/lib/cassandra-stats-server.jar";
  private static final String SCRIPT = "/tmp/script.cql";
  private static final int READABLE = 0644;
  private static final int LOG_LINES_SHOWN = 40;
  private static final int GRACE_SECONDS = 60;

  /** Reached from this machine only, as the container is. */
  private static final int MANAGEMENT_PORT = 7199;

  /** Microseconds of a processor's time, in each period, of a node that is slowed down. */
  private static final long SLOW_QUOTA = 20_000;

  private static final long PERIOD = 100_000;
  private static final long NO_QUOTA = -1;

  private final NodeSettings settings;
  private final CassandraContainer container;
  private final RecentLines log = new RecentLines(LOG_LINES_SHOWN);

  /**
   * Prepares a node.
   *
   * @param settings listening on the address that the container is to have
   */
  ContainerNode(String image, NodeSettings settings, ContainerNetwork network) {
    this.settings = settings;
    this.container =
        new CassandraContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("cassandra"))
            .withNetwork(network.network())
            .withCreateContainerCmdModifier(
                command -> command.withIpv4Address(settings.listenAddress()))
            .withEnv("CASSANDRA_SEEDS", String.join(",", settings.seeds()))
            .withEnv("MAX_HEAP_SIZE", settings.heap())
            // Testcontainers gives every node the same token here.
            .withEnv("JVM_OPTS", "")
            .withEnv("JVM_EXTRA_OPTS", String.join(" ", jvmArguments(settings)))
            .withCopyToContainer(
                Transferable.of(CassandraYaml.inContainer(settings)),
                "/etc/cassandra/cassandra.yaml")
            .withLogConsumer(frame -> log.add(frame.getUtf8StringWithoutLineEnding()))
            .waitingFor(answers());
    if (settings.serverJar()) {
      container.withCopyFileToContainer(
          MountableFile.forHostPath(ServerJar.path(), READABLE), SERVER_JAR);
    }
  }

  /**
   * Starts the container and waits until the node answers CQL.
   *
   * @throws LocalNodeException if it does not, with the end of its log
   */
  @Override
  public void start() {
    try {
      container.start();
    } catch (RuntimeException failed) {
      throw notStarted(failed);
    }
  }

  InetSocketAddress address() {
    return new InetSocketAddress(settings.listenAddress(), CassandraYaml.CONTAINER_NATIVE_PORT);
  }

  JMXConnector management() throws IOException {
    return ManagementConnection.open(settings.listenAddress(), MANAGEMENT_PORT);
  }

  /** Removes the container, with its data. */
  @Override
  public void stop() {
    container.stop();
  }

  /** Ends the node in order and keeps the container. */
  void halt() {
    try {
      client().stopContainerCmd(container.getContainerId()).withTimeout(GRACE_SECONDS).exec();
    } catch (DockerException failed) {
      throw new LocalNodeException(
          "The container of a node does not stop: " + failed.getMessage(), failed);
    }
  }

  /** Starts the node again over its data. */
  void resume() {
    try {
      client().startContainerCmd(container.getContainerId()).exec();
      awaitAnswers();
    } catch (RuntimeException failed) {
      throw notStarted(failed);
    }
  }

  boolean isRunning() {
    return container.isRunning();
  }

  /** Gives the container a fifth of a processor, until that is closed. */
  Slowdown slow() {
    limitProcessor(SLOW_QUOTA);
    return () -> limitProcessor(NO_QUOTA);
  }

  private void limitProcessor(long quota) {
    try {
      client()
          .updateContainerCmd(container.getContainerId())
          .withCpuPeriod(PERIOD)
          .withCpuQuota(quota)
          .exec();
    } catch (DockerException failed) {
      throw new LocalNodeException(
          "The container of a node does not take another share of the processor: "
              + failed.getMessage(),
          failed);
    }
  }

  LocalCluster.ScriptOutput cqlsh(Path script, Duration requestTimeout) {
    container.copyFileToContainer(MountableFile.forHostPath(script, READABLE), SCRIPT);
    return run(
        "cqlsh",
        "--no-color",
        "--request-timeout=" + requestTimeout.toSeconds(),
        "--connect-timeout=30",
        "-f",
        SCRIPT,
        settings.listenAddress());
  }

  /**
   * Runs a command of nodetool in the container.
   *
   * @throws LocalNodeException if it fails, with what it says
   */
  void nodetool(String... arguments) {
    List<String> command = new ArrayList<>(List.of("nodetool"));
    command.addAll(List.of(arguments));
    LocalCluster.ScriptOutput output = run(command.toArray(String[]::new));
    if (output.exitCode() != 0) {
      throw new LocalNodeException("%s failed: %s".formatted(String.join(" ", command), output));
    }
  }

  private LocalCluster.ScriptOutput run(String... command) {
    try {
      ExecResult result = container.execInContainer(command);
      return new LocalCluster.ScriptOutput(
          result.getExitCode(), result.getStdout(), result.getStderr());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "interrupted while %s was running".formatted(command[0]), interrupted);
    }
  }

  String logTail() {
    List<String> lines = container.getLogs().lines().toList();
    return String.join(
        System.lineSeparator(),
        lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
  }

  /**
   * Waits with the driver, from here. Testcontainers' own strategy runs a cqlsh inside the
   * container each second, which takes half of the processor time of a small machine.
   */
  private WaitStrategy answers() {
    return new AbstractWaitStrategy() {
      @Override
      protected void waitUntilReady() {
        awaitAnswers();
      }
    }.withStartupTimeout(settings.startTimeout());
  }

  private void awaitAnswers() {
    try {
      LocalSessions.Outcome outcome =
          LocalSessions.await(
              container::isRunning, address(), settings.authentication(), settings.startTimeout());
      if (outcome != LocalSessions.Outcome.READY) {
        throw new IllegalStateException(
            outcome == LocalSessions.Outcome.DIED
                ? "it ended"
                : "it did not answer CQL within " + settings.startTimeout().toSeconds() + " s");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a node was starting", interrupted);
    }
  }

  private LocalNodeException notStarted(RuntimeException failed) {
    return new LocalNodeException(
        "The container of a Cassandra node at %s did not start: %s%nThe end of its log:%n%s"
            .formatted(settings.listenAddress(), failed.getMessage(), log),
        failed);
  }

  private static List<String> jvmArguments(NodeSettings settings) {
    List<String> arguments = new ArrayList<>(settings.jvmArguments());
    arguments.add("-Dcassandra.jmx.remote.port=" + MANAGEMENT_PORT);
    arguments.add("-Dcom.sun.management.jmxremote.rmi.port=" + MANAGEMENT_PORT);
    arguments.add("-Dcom.sun.management.jmxremote.authenticate=false");
    arguments.add("-Djava.rmi.server.hostname=" + settings.listenAddress());
    if (settings.serverJar()) {
      arguments.add(ServerJar.FLAG);
    }
    return arguments;
  }

  private DockerClient client() {
    return container.getDockerClient();
  }

  /** The last lines of a log; a container that failed to start is gone, and its log with it. */
  static final class RecentLines {
    private final int limit;
    private final Deque<String> lines = new ArrayDeque<>();

    RecentLines(int limit) {
      this.limit = limit;
    }

    synchronized void add(String line) {
      lines.addLast(line);
      if (lines.size() > limit) {
        lines.removeFirst();
      }
    }

    @Override
    public synchronized String toString() {
      return String.join(System.lineSeparator(), lines);
    }
  }
}
