/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cassandrastats.cli.console.UserError;

/** A process that answers each line of JSON with another one. */
public final class JsonProcess implements AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final String name;
  private final ScratchProcess process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  /**
   * Starts the process.
   *
   * @param name as messages call it
   * @throws UserError if it cannot be started
   */
  public JsonProcess(String name, ScratchProcess.Command command) {
    this.name = name;
    try {
      process = new ScratchProcess(name, command);
    } catch (IOException failed) {
      throw new UserError("%s cannot be started: %s".formatted(name, failed.getMessage()), failed);
    }
    requests = process.process().outputWriter();
    answers = process.process().inputReader();
  }

  /**
   * Copies a program into the directory of a process.
   *
   * @param beside the class in whose package it is a resource
   * @return where it is then
   */
  public static Path program(Class<?> beside, String name, Path directory) {
    Path file = directory.resolve(name);
    try (InputStream program = beside.getResourceAsStream(name)) {
      Files.copy(program, file);
      return file;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Where its files are. */
  public Path directory() {
    return process.directory();
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
            "%s has ended. The end of its log:%n%s".formatted(name, process.logTail()), cause);
    close();
    return error;
  }

  /** Ends the process and removes its files. */
  @Override
  public void close() {
    process.close();
  }
}
