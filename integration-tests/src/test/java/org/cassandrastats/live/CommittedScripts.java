/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The committed scripts of the pack. */
public final class CommittedScripts {
  private static final Path DIRECTORY = Path.of("..", "cql").toAbsolutePath().normalize();

  private static final Pattern SOURCE = Pattern.compile("(?m)^SOURCE 'cql/(.*)';$");

  private CommittedScripts() {}

  /** A script by its name, such as {@code install.cql}. */
  public static Path script(String name) {
    return DIRECTORY.resolve(name);
  }

  public static String text(String name) {
    try {
      return Files.readString(script(name));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  /** A script with those that it runs by SOURCE in their places: cqlsh then counts their errors. */
  public static String joined(String name) {
    return SOURCE
        .matcher(text(name))
        .replaceAll(source -> Matcher.quoteReplacement(text(source.group(1))));
  }

  /** The scripts of a directory, in the order of their names. */
  public static List<Path> all(String directory) {
    try (Stream<Path> files = Files.list(DIRECTORY.resolve(directory))) {
      return files.filter(file -> file.toString().endsWith(".cql")).sorted().toList();
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  /** A copy of a script under {@code target/} with its text changed. */
  public static Path altered(String name, String text) {
    try {
      Path copy = Path.of("target", "altered-scripts", name).toAbsolutePath();
      Files.createDirectories(copy.getParent());
      return Files.writeString(copy, text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Runs a script and asserts that cqlsh found nothing to complain about. */
  public static CommandResult run(Cqlsh cqlsh, Path script) {
    CommandResult result = cqlsh.file(script);
    assertThat(result.exitCode()).as("%s: %s", script, result).isZero();
    assertThat(result.errors().lines().filter(line -> !line.isBlank() && !isWarningOfCqlsh(line)))
        .as("errors of %s", script)
        .isEmpty();
    return result;
  }

  /** What a script printed. */
  public static List<String> printed(CommandResult result) {
    return result.output().lines().filter(line -> !isWarningOfCqlsh(line)).toList();
  }

  /** About cqlsh's own version and command line, not about the script. */
  private static boolean isWarningOfCqlsh(String line) {
    return line.startsWith("WARNING: cqlsh was built against")
        || line.startsWith("Warning: Using a password on the command line")
        || line.startsWith("Recommendation: use the credentials file");
  }
}
