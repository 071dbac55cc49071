/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.cassandrastats.cli.chunking.PackCommand;
import org.cassandrastats.cli.chunking.UnpackCommand;
import org.cassandrastats.cli.install.InstallCommand;
import org.cassandrastats.cli.install.UninstallCommand;
import org.cassandrastats.cli.install.VerifyCommand;
import org.cassandrastats.cli.plan.PlanCommand;
import org.cassandrastats.cli.query.QueryCommand;
import org.cassandrastats.cli.rollup.RollupCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line {@code cassandra-stats}. */
@Command(
    name = "cassandra-stats",
    versionProvider = ProgramVersion.class,
    description =
        "Streaming statistics inside Apache Cassandra: try them, install them, ask any number of rows"
            + " for them, and measure them.",
    subcommands = {
      DemoCommand.class,
      NodeCommand.class,
      InstallCommand.class,
      VerifyCommand.class,
      UninstallCommand.class,
      QueryCommand.class,
      PlanCommand.class,
      RollupCommand.class,
      PackCommand.class,
      UnpackCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 nodes differ (install --jar-check).",
      "",
      "Each command has a help of its own, with examples:",
      "  cassandra-stats demo --help",
      "  cassandra-stats install --help",
      "  cassandra-stats query --help",
      "  cassandra-stats plan --help",
      "  cassandra-stats rollup --help",
      "  cassandra-stats pack --help",
    })
public final class CassandraStats implements FailureReport.Verbosity {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // Picocli acts on it.
  private boolean helpWanted;

  @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
  @SuppressWarnings("unused") // Picocli acts on it.
  private boolean versionWanted;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show stack traces with errors, for reports to the developers.")
  private boolean verbose;

  private CassandraStats() {}

  @Override
  public boolean isVerbose() {
    return verbose;
  }

  /** Runs the command line and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    AtomicBoolean ending = new AtomicBoolean();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ending.set(true), "note the end"));
    System.exit(commandLine(ending::get).execute(arguments));
  }

  /**
   * The command line with all its commands, those of other modules on the class path included.
   *
   * @param ending whether the JVM is ending, for example by Ctrl-C; what fails then is no news
   */
  public static CommandLine commandLine(BooleanSupplier ending) {
    CommandLine commandLine = new CommandLine(new CassandraStats());
    ServiceLoader.load(Subcommand.class).forEach(commandLine::addSubcommand);
    return commandLine
        .setExecutionExceptionHandler(new FailureReport(ending))
        .setParameterExceptionHandler(new UsageReport())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false);
  }
}
