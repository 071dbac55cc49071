/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * A run of the command line in this JVM.
 *
 * @param arguments what was given
 * @param exitCode what it ended with
 * @param out what it wrote to standard output, progress aside
 * @param error what it wrote to standard error, progress aside
 */
public record CommandLineRun(String arguments, int exitCode, String out, String error) {
  /** Runs the command line. */
  public static CommandLineRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter error = new StringWriter();
    CommandLine commandLine =
        CassandraStats.commandLine(() -> false)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(error, true));
    int exitCode = commandLine.execute(arguments);
    return new CommandLineRun(
        String.join(" ", arguments), exitCode, out.toString(), error.toString());
  }

  @Override
  public String toString() {
    return "%s%nexit code %d%nstandard output:%n%s%nstandard error:%n%s"
        .formatted(arguments, exitCode, out, error);
  }
}
