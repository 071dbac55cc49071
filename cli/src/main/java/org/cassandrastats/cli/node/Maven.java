/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.UserError;

/**
 * Runs Maven itself, so that the user's settings, mirrors, proxies and credentials count as they
 * did when this program was built.
 */
final class Maven {
  private final String command;

  private Maven(String command) {
    this.command = command;
  }

  /** The wrapper of the checkout that this class comes from, or else mvn from the PATH. */
  static Maven locate() {
    for (Path directory = codeSource(); directory != null; directory = directory.getParent()) {
      Path wrapper = directory.resolve("mvnw");
      if (Files.isExecutable(wrapper)) {
        return new Maven(wrapper.toString());
      }
    }
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
        .map(directory -> Path.of(directory, "mvn"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(maven -> new Maven(maven.toString()))
        .orElseThrow(
            () ->
                new UserError(
                    "Maven is needed to fetch Cassandra: found neither mvnw of the checkout nor"
                        + " mvn on the PATH"));
  }

  /**
   * Runs Maven to its end.
   *
   * @param lines receives each line of its output
   * @return the exit code
   */
  int run(List<String> arguments, Consumer<String> lines) {
    List<String> line = new ArrayList<>();
    line.add(command);
    line.add("--batch-mode");
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.redirectInput(new File("/dev/null"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    ChildProcess child = new ChildProcess("maven", () -> {});
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(child.start(builder).getInputStream(), StandardCharsets.UTF_8))) {
      output.lines().forEach(lines);
      return child.waitFor();
    } catch (IOException failed) {
      throw new UserError("Cannot run " + command + ": " + failed.getMessage(), failed);
    } finally {
      child.kill();
    }
  }

  private static Path codeSource() {
    try {
      return Path.of(Maven.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException notFromFile) {
      throw new IllegalStateException(notFromFile);
    }
  }
}
