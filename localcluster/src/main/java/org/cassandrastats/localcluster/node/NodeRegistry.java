/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/** The nodes that run on after the command that started them: one file each, named by the port. */
public final class NodeRegistry {
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final String SUFFIX = ".json";

  private final Path directory;
  private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  NodeRegistry(Path directory) {
    this.directory = directory;
  }

  /** The registry of the current user. */
  public static NodeRegistry ofUser() {
    return new NodeRegistry(
        new NodeFiles.UserDirectories(System.getenv()).state().resolve("nodes"));
  }

  /** Where a node on a port keeps its files if the user does not say. */
  public Path standardDirectory(int port) {
    return directory.resolve(Integer.toString(port));
  }

  /** All nodes, by port; some may have ended without {@link #stop}. */
  public List<NodeRecord> all() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<NodeRecord> records = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(path -> path.toString().endsWith(SUFFIX)).toList()) {
        records.add(read(file));
      }
    } catch (IOException failed) {
      throw new LocalNodeException("Cannot list the nodes in " + directory + ": " + failed, failed);
    }
    records.sort(Comparator.comparingInt(NodeRecord::port));
    return records;
  }

  /** The node on a port, if one was started there; it may have ended. */
  public Optional<NodeRecord> find(int port) {
    Path file = file(port);
    return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
  }

  /**
   * Does something while no other command does so for the same port.
   *
   * @throws LocalNodeException if another one does it now
   */
  public int alone(int port, IntSupplier action) {
    Path file = directory.resolveSibling("locks").resolve(Integer.toString(port));
    try {
      Files.createDirectories(file.getParent());
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        if (isLocked(channel)) {
          return action.getAsInt();
        }
      }
    } catch (IOException failed) {
      throw new LocalNodeException("Cannot lock " + file + ": " + failed, failed);
    }
    throw new LocalNodeException(
        "Another command is starting a node on port %d. Wait for it, or choose another --port."
            .formatted(port));
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException inThisJvm) {
      return false;
    }
  }

  /** Remembers a node and lets it run on. */
  public NodeRecord adopt(Node node) {
    NodeRecord record = NodeRecord.of(node);
    try {
      Files.createDirectories(directory);
      Path incomplete = Files.createTempFile(directory, "node", ".incomplete");
      mapper.writeValue(incomplete.toFile(), record);
      Files.move(incomplete, file(record.port()), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new LocalNodeException(
          "Cannot remember the node in " + directory + ": " + failed, failed);
    }
    node.release();
    return record;
  }

  /**
   * Ends a node, if it still runs, and forgets it.
   *
   * @param keepDirectory whether its directory stays even though the user did not choose it
   */
  public void stop(NodeRecord record, boolean keepDirectory) {
    boolean kept = keepDirectory || record.directoryKept();
    record.process().ifPresent(process -> end(process, kept));
    try {
      if (!kept) {
        FileTree.remove(record.directoryPath());
      }
      Files.deleteIfExists(file(record.port()));
    } catch (IOException failed) {
      throw new LocalNodeException(
          "The node has ended, but its files in %s could not be removed: %s"
              .formatted(record.directory(), failed),
          failed);
    }
  }

  private static void end(ProcessHandle process, boolean gently) {
    if (gently) {
      process.destroy();
      awaitExit(process);
    }
    process.destroyForcibly();
    if (!awaitExit(process)) {
      throw new LocalNodeException("The node's process " + process.pid() + " does not end");
    }
  }

  private static boolean awaitExit(ProcessHandle process) {
    try {
      process.onExit().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException stillRunning) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Path file(int port) {
    return directory.resolve(port + SUFFIX);
  }

  private NodeRecord read(Path file) {
    try {
      return mapper.readValue(file.toFile(), NodeRecord.class);
    } catch (IOException unreadable) {
      throw new LocalNodeException(
          "%s should describe a node that was started, but cannot be read: %s%nIf no such node runs, remove the file."
              .formatted(file, unreadable.getMessage()),
          unreadable);
    }
  }

  /**
   * What is remembered of a node that runs on after the command that started it.
   *
   * @param version of Cassandra
   * @param address that it listens on
   * @param port for CQL
   * @param pid of its process
   * @param startedMillis when its process started, in milliseconds since 1970
   * @param directory of its files
   * @param directoryKept whether the directory was the user's choice and so is not removed
   * @param udfsEnabled whether there are user-defined functions; where that was not remembered,
   *     there are unless the node has the server jar
   * @param udfThreads whether user-defined functions run in threads of their own
   * @param serverJar whether the node has the pack's server jar; false for what was remembered
   *     before there was one
   */
  public record NodeRecord(
      String version,
      String address,
      int port,
      long pid,
      long startedMillis,
      String directory,
      boolean directoryKept,
      Boolean udfsEnabled,
      boolean udfThreads,
      boolean serverJar) {
    // The clock may have been set meanwhile; a pid is not given out again within seconds of a
    // start.
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);

    /** Fills in what older files lack. */
    public NodeRecord {
      udfsEnabled = udfsEnabled == null ? !serverJar : udfsEnabled;
    }

    static NodeRecord of(Node node) {
      ProcessHandle process = node.process();
      return new NodeRecord(
          node.settings().version().text(),
          node.settings().listenAddress(),
          node.address().getPort(),
          process.pid(),
          process.info().startInstant().map(Instant::toEpochMilli).orElse(0L),
          node.directory().toString(),
          node.settings().directoryKept(),
          node.settings().udfsEnabled(),
          node.settings().udfThreads(),
          node.settings().serverJar());
    }

    /** The node's process, if it still runs; never one that has got the same pid since. */
    public Optional<ProcessHandle> process() {
      return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isThisNode);
    }

    /** A session to the node in the making. */
    public CqlSessionBuilder sessionBuilder() {
      return LocalSessions.builder(new InetSocketAddress(address, port), false);
    }

    Path directoryPath() {
      return Path.of(directory);
    }

    private boolean isThisNode(ProcessHandle process) {
      Instant started = Instant.ofEpochMilli(startedMillis);
      return process
          .info()
          .startInstant()
          .map(instant -> Duration.between(started, instant).abs().compareTo(CLOCK_TOLERANCE) < 0)
          .orElse(false);
    }
  }
}
