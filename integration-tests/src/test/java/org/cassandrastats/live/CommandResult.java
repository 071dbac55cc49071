/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a command left behind.
 *
 * @param exitCode 0 where it succeeded
 * @param output its standard output
 * @param errors its standard error
 */
public record CommandResult(int exitCode, String output, String errors) {
  private static final int MINUTES = 10;

  /** Whatever Python compiles: not beside sources, and not again for each of a hundred runs. */
  private static final Path BYTECODE = Path.of("target", "python", "bytecode").toAbsolutePath();

  /** Runs a command to its end. */
  public static CommandResult of(List<String> command) throws IOException {
    return of(command, Path.of(""));
  }

  /** Runs a command in a directory to its end. */
  public static CommandResult of(List<String> command, Path directory) throws IOException {
    Path output = Files.createTempFile("command", ".out");
    Path errors = Files.createTempFile("command", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toAbsolutePath().toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      builder.environment().put("PYTHONPYCACHEPREFIX", BYTECODE.toString());
      builder.environment().remove("PYTHONDONTWRITEBYTECODE");
      Process process = builder.start();
      try {
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
          throw new IOException(command + " did not end within " + MINUTES + " minutes");
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IOException(interrupted);
      } finally {
        process.destroyForcibly();
      }
      return new CommandResult(
          process.exitValue(),
          Files.readString(output, StandardCharsets.UTF_8),
          Files.readString(errors, StandardCharsets.UTF_8));
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }
}
