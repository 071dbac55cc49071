/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A running Cassandra node in a JVM of its own. It ends with {@link #stop} and no later than this
 * JVM does, by whatever signal (save SIGKILL); a temporary directory goes with it.
 *
 * <pre>{@code
 * try (Node node = Node.start(NodeSettings.builder().udfThreads(false).build());
 *     CqlSession session = node.sessionBuilder().build()) {
 *   ...
 * }
 * }</pre>
 */
public final class Node implements AutoCloseable {
  private static final int LOG_LINES_SHOWN = 40;

  private final NodeSettings settings;
  private final NodeFiles files;
  private final List<Path> classPath;
  private final InetSocketAddress address;
  private final int storagePort;
  private final ChildProcess child;
  private final Process process;

  private Node(
      NodeSettings settings,
      NodeFiles files,
      List<Path> classPath,
      NodePorts ports,
      ChildProcess child,
      Process process) {
    this.settings = settings;
    this.files = files;
    this.classPath = List.copyOf(classPath);
    this.address = addressOf(settings, ports);
    this.storagePort = ports.storagePort();
    this.child = child;
    this.process = process;
  }

  /** Starts a node and waits until it answers CQL; messages go to standard error. */
  public static Node start(NodeSettings settings) {
    return start(settings, NodeListener.plain());
  }

  /**
   * Starts a node and waits until it answers CQL.
   *
   * @throws LocalNodeException if it cannot be started, with the end of its log; nothing is left
   *     behind then, but for the files of an earlier node
   */
  public static Node start(NodeSettings settings, NodeListener listener) {
    JavaHome java = JavaHome.find(settings, System.getenv());
    Path cache = cache();
    List<Path> classPath =
        new ArrayList<>(ClassPaths.ofUser(cache).of(settings.version(), listener));
    if (settings.serverJar()) {
      classPath.add(ServerJar.copy(cache));
    }
    ClassArchive archive =
        new ClassArchive(cache, settings.version(), java, classPath, settings.jvmArguments());
    NodeFiles files =
        new NodeFiles(
            settings.directory() == null
                ? temporaryDirectory()
                : settings.directory().toAbsolutePath());
    NodePorts ports = NodePorts.choose(settings, files.earlierStoragePort());
    // What an earlier node has left is not this one's to remove.
    boolean kept = settings.directoryKept() || Files.exists(files.storage());
    ChildProcess child =
        new ChildProcess("node", kept ? () -> {} : () -> removeQuietly(files.root(), listener));
    boolean ready = false;
    try (StartProgress progress = new StartProgress(settings.version(), files.log(), listener)) {
      Process process =
          child.start(
              () -> {
                files.create(settings);
                Files.writeString(
                    files.configuration(), CassandraYaml.text(settings, ports, files));
                return NodeFiles.process(settings, java, classPath, archive, files);
              });
      LocalSessions.Outcome outcome =
          LocalSessions.await(
              () -> {
                progress.update();
                return process.isAlive();
              },
              addressOf(settings, ports),
              settings.authentication(),
              settings.startTimeout());
      if (outcome != LocalSessions.Outcome.READY) {
        throw notStarted(outcome, settings, files);
      }
      archive.write(process, files.log());
      progress.done();
      ready = true;
      return new Node(settings, files, classPath, ports, child, process);
    } catch (IOException failed) {
      throw new LocalNodeException(
          "Cannot start a node in " + files.root() + ": " + failed, failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a node was starting", interrupted);
    } finally {
      if (!ready) {
        child.kill();
      }
    }
  }

  /** Where this program keeps what it can make again, to start later nodes faster. */
  public static Path cache() {
    return new NodeFiles.UserDirectories(System.getenv()).cache();
  }

  /** Where the node answers CQL. */
  public InetSocketAddress address() {
    return address;
  }

  /** The port for other nodes; with the listen address, what a further node names as its seed. */
  public int storagePort() {
    return storagePort;
  }

  /** What the node was started with. */
  public NodeSettings settings() {
    return settings;
  }

  /** Where the node stores the schema. */
  Path schema() {
    return files.schema();
  }

  /** Where the node keeps its files. */
  public Path directory() {
    return files.root();
  }

  /** Where the node keeps its tables: a directory for each keyspace. */
  public Path data() {
    return files.storage().resolve("data");
  }

  /**
   * A program in a JVM of its own that uses Cassandra's classes of this node's version.
   *
   * @param classes where its own classes are
   * @param arguments flags of Java, its main class, and what follows that
   */
  public ProcessBuilder program(Path classes, List<String> arguments) {
    List<Path> both = new ArrayList<>(classPath);
    both.add(classes);
    return NodeFiles.program(JavaHome.find(settings, System.getenv()), both, arguments);
  }

  /** The node's log. */
  public Path log() {
    return files.log();
  }

  /** The last lines of the node's log. */
  public String logTail() {
    return LogTail.of(files.log(), LOG_LINES_SHOWN);
  }

  /** The node's process. */
  public ProcessHandle process() {
    return process.toHandle();
  }

  /** A session to this node in the making, logged in where the node demands it. */
  public CqlSessionBuilder sessionBuilder() {
    return LocalSessions.builder(address, settings.authentication());
  }

  /** Lets the node run on when this JVM ends. After this, {@link #stop} does nothing. */
  public void release() {
    child.release();
  }

  /** Ends the node: at once if its directory goes with it, else so that its data are kept. */
  public void stop() {
    if (settings.directoryKept()) {
      child.terminate();
    } else {
      child.kill();
    }
  }

  @Override
  public void close() {
    stop();
  }

  private static InetSocketAddress addressOf(NodeSettings settings, NodePorts ports) {
    return new InetSocketAddress(settings.listenAddress(), ports.nativePort());
  }

  private static LocalNodeException notStarted(
      LocalSessions.Outcome outcome, NodeSettings settings, NodeFiles files) {
    String what =
        outcome == LocalSessions.Outcome.DIED
            ? "Cassandra " + settings.version() + " ended while it was starting."
            : "Cassandra %s did not answer CQL within %d s, and was ended."
                .formatted(settings.version(), settings.startTimeout().toSeconds());
    return new LocalNodeException(
        FullDisk.advice(files.log(), files.root())
            .map(advice -> what + " " + advice)
            .orElseGet(
                () ->
                    "%s The end of its log:%n%s"
                        .formatted(what, LogTail.of(files.log(), LOG_LINES_SHOWN))));
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("cassandra-stats-node");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void removeQuietly(Path directory, NodeListener listener) {
    try {
      FileTree.remove(directory);
    } catch (IOException failed) {
      listener.say("The temporary directory " + directory + " could not be removed: " + failed);
    }
  }

  /** Shows what a node that is starting does, as its log tells. */
  private static final class StartProgress implements AutoCloseable {
    /** In the order of a start. A version that does not log one of them goes on with the next. */
    private static final List<Stage> STAGES =
        List.of(
            new Stage("", "starting the JVM"),
            new Stage("Node configuration:", "reading the settings"),
            new Stage("Initializing system", "opening the tables"),
            new Stage("commitlog files found", "reading the commit log"),
            new Stage("Replaying ", "reading the commit log"),
            new Stage("Starting up server gossip", "joining the ring"),
            new Stage("state jump to NORMAL", "preparing for clients"),
            new Stage("Starting listening for CQL clients", "connecting"));

    private final Path log;
    private final NodeListener.Task task;
    private int reached = -1;

    StartProgress(CassandraVersion version, Path log, NodeListener listener) {
      this.log = log;
      this.task = listener.staged("Starting Cassandra " + version, STAGES.size());
    }

    /** Looks into the log. */
    void update() {
      int stage = stage(readLog());
      if (stage > reached) {
        reached = stage;
        task.reached(stage, STAGES.get(stage).activity());
      }
    }

    /** The node answers. */
    void done() {
      task.reached(STAGES.size(), "answers CQL");
    }

    @Override
    public void close() {
      task.close();
    }

    private static int stage(String text) {
      int stage = STAGES.size() - 1;
      while (!text.contains(STAGES.get(stage).sign())) {
        stage--;
      }
      return stage;
    }

    private String readLog() {
      try {
        // Whatever its bytes are: a line may be half written.
        return new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
      } catch (IOException notYet) {
        return "";
      }
    }

    private record Stage(String sign, String activity) {}
  }
}
