/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import com.datastax.oss.driver.api.core.DriverException;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import org.cassandrastats.cli.console.UserError;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Shows why a command failed, and makes that exit code 1. */
final class FailureReport implements IExecutionExceptionHandler {
  private final BooleanSupplier ending;

  FailureReport(BooleanSupplier ending) {
    this.ending = ending;
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parsed) {
    if (ending.getAsBoolean()) {
      return ExitCode.SOFTWARE;
    }
    PrintWriter out = commandLine.getErr();
    if (failure instanceof UserError || failure instanceof DriverException) {
      out.println("Error: " + failure.getMessage());
    } else {
      out.println("Internal error: " + failure);
      out.println("This should not happen. Run again with --verbose and report what it shows.");
    }
    if (isVerbose(commandLine)) {
      failure.printStackTrace(out);
    }
    out.flush();
    return ExitCode.SOFTWARE;
  }

  private static boolean isVerbose(CommandLine commandLine) {
    Object root = commandLine.getCommandSpec().root().userObject();
    return root instanceof Verbosity program && program.isVerbose();
  }

  /** The program, which knows whether stack traces are wanted. */
  interface Verbosity {
    boolean isVerbose();
  }
}
