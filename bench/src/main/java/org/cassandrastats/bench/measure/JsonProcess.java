/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.ChildProcess;
import org.cassandrastats.localcluster.node.FileTree;
import org.cassandrastats.localcluster.node.LogTail;

/**
 * A process that answers each line of JSON with another one. It has a directory of its own; both go
 * with this program.
 */
public final class JsonProcess implements AutoCloseable {
  private static final int LINES_OF_LOG = 30;

  private final ObjectMapper json = new ObjectMapper();
  private final String name;
  private final Path directory;
  private final ChildProcess child;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  /**
   * Starts the process.
   *
   * @param name as messages call it
   * @param command what is started, given its directory
   */
  public JsonProcess(String name, Function<Path, ProcessBuilder> command) {
    this.name = name;
    try {
      directory = Files.createTempDirectory("cassandra-stats-bench");
      child = new ChildProcess(name, this::removeDirectory);
      boolean started = false;
      try {
        Process process = child.start(command.apply(directory).redirectError(log().toFile()));
        requests = process.outputWriter();
        answers = process.inputReader();
        started = true;
      } finally {
        if (!started) {
          child.kill();
        }
      }
    } catch (IOException failed) {
      throw new UserError("%s cannot be started: %s".formatted(name, failed.getMessage()), failed);
    }
  }

  private Path log() {
    return directory.resolve("log");
  }

  /** Where its files are. */
  public Path directory() {
    return directory;
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @throws UserError if the process has ended
   */
  public <T> T send(Object request, Class<T> answer) {
    try {
      requests.write(json.writeValueAsString(request));
      requests.newLine();
      requests.flush();
    } catch (IOException failed) {
      throw ended(failed);
    }
    return read(answer);
  }

  /**
   * Waits for what it says without being asked.
   *
   * @throws UserError if the process has ended
   */
  public <T> T read(Class<T> answer) {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw ended(null);
      }
      return json.readValue(line, answer);
    } catch (IOException failed) {
      throw ended(failed);
    }
  }

  private UserError ended(IOException cause) {
    UserError error =
        new UserError(
            "%s has ended. The end of its log:%n%s"
                .formatted(name, LogTail.of(log(), LINES_OF_LOG)),
            cause);
    close();
    return error;
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
