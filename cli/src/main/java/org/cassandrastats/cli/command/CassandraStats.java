/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import com.datastax.oss.driver.api.core.DriverException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.cli.chunking.PackCommand;
import org.cassandrastats.cli.chunking.UnpackCommand;
import org.cassandrastats.cli.connection.ArchiveMark;
import org.cassandrastats.cli.connection.ClusterConnection.ContactPoint;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.install.InstallCommand;
import org.cassandrastats.cli.install.UninstallCommand;
import org.cassandrastats.cli.install.VerifyCommand;
import org.cassandrastats.cli.plan.PlanCommand;
import org.cassandrastats.cli.query.QueryCommand;
import org.cassandrastats.cli.report.ReportCommand;
import org.cassandrastats.cli.rollup.RollupCommand;
import org.cassandrastats.cli.running.RunningCommand;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.text.TimeTexts;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.rollup.internal.table.TableName;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line {@code cassandra-stats}. */
@Command(
    name = "cassandra-stats",
    description =
        "Streaming statistics inside Apache Cassandra: try them, install them, ask any number of rows"
            + " for them, and measure them.",
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
      "  cassandra-stats report --help",
      "  cassandra-stats rollup --help",
      "  cassandra-stats pack --help",
      "  cassandra-stats running --help",
    })
public final class CassandraStats {
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

  /** Runs the command line and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    AtomicBoolean ending = new AtomicBoolean();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ending.set(true), "note the end"));
    System.setProperty("user.home", home(System.getProperty("user.home"), System.getenv()));
    int code = commandLine(ending::get, named(arguments)).execute(arguments);
    ArchiveMark.ended(code);
    System.exit(code);
  }

  /**
   * Where the user's own files are. Java says "?" of a user whom the system does not know, as in
   * containers that run under any number; what keeps files there would make a directory "?".
   */
  static String home(String ofJava, Map<String, String> environment) {
    String ofShell = environment.getOrDefault("HOME", "");
    return !Path.of(ofJava).isAbsolute() && Path.of(ofShell).isAbsolute() ? ofShell : ofJava;
  }

  /**
   * The command line with all its commands, those of other modules on the class path included.
   *
   * @param ending whether the JVM is ending, for example by Ctrl-C; what fails then is no news
   */
  public static CommandLine commandLine(BooleanSupplier ending) {
    return commandLine(ending, List.of(Builtin.values()));
  }

  /** The command that the arguments name: to look at all takes as long as a request. */
  private static List<Builtin> named(String... arguments) {
    List<Builtin> all = List.of(Builtin.values());
    String first =
        Arrays.stream(arguments)
            .filter(argument -> !argument.startsWith("-"))
            .findFirst()
            .orElse("");
    return all.stream()
        .filter(command -> command.text().equals(first))
        .findFirst()
        .map(List::of)
        .orElse(all);
  }

  private static CommandLine commandLine(BooleanSupplier ending, List<Builtin> commands) {
    CassandraStats program = new CassandraStats();
    CommandLine commandLine = new CommandLine(program);
    commandLine.getCommandSpec().versionProvider(CassandraStats::version);
    commands.forEach(command -> commandLine.addSubcommand(command.text(), command.make()));
    if (commands.size() > 1) {
      ServiceLoader.load(Subcommand.class).forEach(commandLine::addSubcommand);
    }
    layOut(commandLine);
    return commandLine
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> program.failed(ending, failure, command))
        .registerConverter(TableName.class, reading(TableName::parse))
        .registerConverter(ContactPoint.class, ContactPoint::parse)
        .registerConverter(CassandraVersion.class, reading(CassandraVersion::parse))
        .registerConverter(Duration.class, reading(TimeTexts::parse))
        .registerConverter(Instant.class, reading(TimeTexts::parseTime))
        .setParameterExceptionHandler(CassandraStats::misused)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false);
  }

  /**
   * Gives the help of all commands one form: a header stands apart from the synopsis; a footer of
   * indented lines are examples, below options in the order in which they are declared.
   */
  private static void layOut(CommandLine commandLine) {
    UsageMessageSpec usage = commandLine.getCommandSpec().usageMessage();
    if (usage.header().length > 0) {
      usage.header(usage.header()[0], "");
    }
    if (usage.footer().length > 0 && usage.footer()[0].startsWith(" ")) {
      usage.footer(
          Stream.concat(Stream.of("", "Examples:"), Arrays.stream(usage.footer()))
              .toArray(String[]::new));
      usage.sortOptions(!commandLine.getSubcommands().isEmpty());
    }
    commandLine.getSubcommands().values().forEach(CassandraStats::layOut);
  }

  private static <T> ITypeConverter<T> reading(Function<String, T> reader) {
    return text -> {
      try {
        return reader.apply(text);
      } catch (IllegalArgumentException | LocalNodeException wrong) {
        throw new TypeConversionException(wrong.getMessage());
      }
    };
  }

  /** Shows why a command failed, and makes that exit code 1. */
  private int failed(BooleanSupplier ending, Exception failure, CommandLine commandLine) {
    if (ending.getAsBoolean()) {
      return ExitCode.SOFTWARE;
    }
    PrintWriter out = commandLine.getErr();
    if (failure instanceof UserError
        || failure instanceof StatsException
        || failure instanceof LocalNodeException
        || failure instanceof DriverException) {
      out.println("Error: " + failure.getMessage());
    } else if (failure instanceof UncheckedIOException full) {
      out.println("Error: A file cannot be read or written: " + full.getCause().getMessage());
    } else {
      out.println("Internal error: " + failure);
      out.println("This should not happen. Run again with --verbose and report what it shows.");
    }
    if (verbose) {
      failure.printStackTrace(out);
    }
    out.flush();
    return ExitCode.SOFTWARE;
  }

  /** Shows what was wrong with the arguments, and makes that exit code 2. */
  private static int misused(ParameterException problem, String... arguments) {
    CommandLine commandLine = problem.getCommandLine();
    PrintWriter out = commandLine.getErr();
    out.println("Error: " + Misuse.message(problem, arguments));
    UnmatchedArgumentException.printSuggestions(problem, out);
    if (commandLine.getSubcommands().isEmpty()) {
      out.println("Help: " + commandLine.getCommandSpec().qualifiedName() + " --help");
    } else {
      commandLine.usage(out);
    }
    out.flush();
    return ExitCode.USAGE;
  }

  /** The version that --version prints, from the jar's manifest. */
  private static String[] version() {
    String version = CassandraStats.class.getPackage().getImplementationVersion();
    return new String[] {"cassandra-stats " + (version == null ? "(not packaged)" : version)};
  }

  /**
   * What was wrong with the arguments. What follows an option that does not expect it may be a
   * password, as in {@code --passwd S3cret} or {@code -p S3cret}, and logs keep messages: only what
   * stands before all options, and the names of options, are shown.
   */
  private static final class Misuse {
    private Misuse() {}

    static String message(ParameterException problem, String... arguments) {
      if (!(problem instanceof UnmatchedArgumentException unmatched)) {
        return problem.getMessage();
      }
      List<String> all = List.of(arguments);
      int firstOption = (int) all.stream().takeWhile(argument -> !argument.startsWith("-")).count();
      List<String> extra = unmatched.getUnmatched();
      // What follows the first one may be its value, also where it begins like an option.
      Optional<String> option =
          extra.stream()
              .filter(argument -> argument.matches("(?s)-.*"))
              .findFirst()
              .filter(argument -> argument.matches("(?s)--?[a-z].*"))
              .map(Misuse::name);
      if (option.isPresent()) {
        return "Unknown option: " + option.get();
      }
      List<String> before = all.subList(0, firstOption);
      List<String> shown = extra.stream().filter(before::contains).toList();
      return shown.size() == extra.size()
          ? "Unexpected argument: "
              + shown.stream().collect(Collectors.joining("\", \"", "\"", "\""))
          : "%d unexpected argument%s after the options, not shown because of passwords: put quotes around a statement, and give each option the values that --help names"
              .formatted(extra.size(), extra.size() == 1 ? "" : "s");
    }

    /** The name of an option without a value that is attached to it. */
    private static String name(String option) {
      return option.startsWith("--")
          ? option.replaceFirst("(?s)[=:\\s].*", "")
          : option.substring(0, 2);
    }
  }

  /** The commands of this module, in the order of the help. */
  private enum Builtin {
    DEMO,
    NODE,
    EXAMPLE,
    INSTALL,
    VERIFY,
    UNINSTALL,
    RUNNING,
    QUERY,
    PLAN,
    REPORT,
    ROLLUP,
    PACK,
    UNPACK;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    Object make() {
      return switch (this) {
        case DEMO -> new DemoCommand();
        case NODE -> new NodeCommand();
        case EXAMPLE -> new ExampleCommand();
        case INSTALL -> new InstallCommand();
        case VERIFY -> new VerifyCommand();
        case UNINSTALL -> new UninstallCommand();
        case RUNNING -> new RunningCommand();
        case QUERY -> new QueryCommand();
        case PLAN -> new PlanCommand();
        case REPORT -> new ReportCommand();
        case ROLLUP -> new RollupCommand();
        case PACK -> new PackCommand();
        case UNPACK -> new UnpackCommand();
      };
    }
  }
}
