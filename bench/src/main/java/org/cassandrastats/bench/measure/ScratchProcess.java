/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cassandrastats.localcluster.node.ChildProcess;
import org.cassandrastats.localcluster.node.FileTree;
import org.cassandrastats.localcluster.node.LogTail;

/** A process with a directory of its own, where its log is. Both go with this program. */
public final class ScratchProcess implements AutoCloseable {
  private static final int LINES_OF_LOG = 30;

  private final Path directory;
  private final ChildProcess child;
  private final Process process;

  /** What is started. */
  @FunctionalInterface
  public interface Command {
    /** Writes what the process needs into its directory, and says how it is started. */
    ProcessBuilder in(Path directory) throws IOException;
  }

  /**
   * Starts the process. Its standard error goes to the log.
   *
   * @param name as messages call it
   * @throws IOException if it cannot be started; its directory is gone then
   */
  public ScratchProcess(String name, Command command) throws IOException {
    directory = Files.createTempDirectory("cassandra-stats-bench");
    child = new ChildProcess(name, this::removeDirectory);
    Process started = null;
    try {
      started = child.start(() -> command.in(directory).redirectError(log(directory)));
    } finally {
      if (started == null) {
        child.kill();
      }
    }
    process = started;
  }

  /** The log, for what else is to go there. */
  public static Redirect log(Path directory) {
    return Redirect.appendTo(directory.resolve("log").toFile());
  }

  /** Where its files are. */
  public Path directory() {
    return directory;
  }

  /** The process itself. */
  public Process process() {
    return process;
  }

  /** The end of its log. */
  public String logTail() {
    return LogTail.of(log(directory).file().toPath(), LINES_OF_LOG);
  }

  private void removeDirectory() {
    try {
      FileTree.remove(directory);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Ends the process and removes its files. */
  @Override
  public void close() {
    child.kill();
  }
}
