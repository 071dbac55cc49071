/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Shows what was wrong with the arguments, and makes that exit code 2. */
final class UsageReport implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException problem, String[] arguments) {
    CommandLine commandLine = problem.getCommandLine();
    PrintWriter out = commandLine.getErr();
    out.println("Error: " + problem.getMessage());
    UnmatchedArgumentException.printSuggestions(problem, out);
    if (commandLine.getSubcommands().isEmpty()) {
      out.println("Help: " + commandLine.getCommandSpec().qualifiedName() + " --help");
    } else {
      commandLine.usage(out);
    }
    out.flush();
    return ExitCode.USAGE;
  }
}
