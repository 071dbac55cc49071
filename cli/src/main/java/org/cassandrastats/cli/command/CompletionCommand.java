/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Writes what completes commands and options in a shell. Found as others are, it knows them all.
 */
@Command(
    name = "completion",
    description = "Prints a script by which bash and zsh complete commands and options.",
    footer = {
      "  cassandra-stats completion > ~/.local/share/bash-completion/completions/cassandra-stats",
      "  source <(cassandra-stats completion)",
    })
public final class CompletionCommand implements Subcommand, Runnable {
  @Spec private CommandSpec spec;

  /** For the service loader. */
  public CompletionCommand() {}

  @Override
  public void run() {
    CommandLine program = spec.root().commandLine();
    program.getOut().print(AutoComplete.bash(spec.root().name(), program));
    program.getOut().flush();
  }
}
