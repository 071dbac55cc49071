/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs of bin/cassandra-stats as processes of their own, with directories of their own. */
public final class StartScript {
  private final Path directory;
  private final Path checkout;
  private final Map<String, String> environment = new HashMap<>();

  /**
   * Runs that keep everything below a directory: what they know of nodes, temporary files, output.
   */
  public StartScript(Path directory) {
    // Maven runs the tests in the module's directory.
    this(directory, Path.of("..").toAbsolutePath().normalize());
  }

  /** The same, of the script of another checkout. */
  StartScript(Path directory, Path checkout) {
    this.directory = directory;
    this.checkout = checkout;
  }

  /** Sets a variable of the environment of the runs. */
  StartScript with(String variable, Path value) {
    environment.put(variable, value.toString());
    return this;
  }

  public Path temporaryFiles() {
    return directory.resolve("temporary");
  }

  /** What the last run has written to standard error. */
  public Path errors() {
    return directory.resolve("errors");
  }

  /** Starts a run. */
  public Process start(String... arguments) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(checkout.resolve("bin").resolve("cassandra-stats").toString());
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
    // The second compiler of the JVM takes half of the time of a run that is as short as these.
    builder
        .environment()
        .put(
            "JAVA_TOOL_OPTIONS",
            "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir="
                + Files.createDirectories(temporaryFiles()));
    builder.environment().putAll(environment);
    builder.redirectOutput(directory.resolve("output").toFile());
    builder.redirectError(errors().toFile());
    return builder.start();
  }

  CommandLineRun run(String... arguments) throws IOException, InterruptedException {
    int exitCode = start(arguments).waitFor();
    return new CommandLineRun(
        String.join(" ", arguments),
        exitCode,
        Files.readString(directory.resolve("output")),
        Files.readString(errors()));
  }
}
