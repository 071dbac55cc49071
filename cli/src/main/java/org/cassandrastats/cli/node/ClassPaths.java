/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;

/**
 * The jars of each Cassandra version: {@code cassandra-all} and what it depends on, out of the
 * user's local Maven repository. What Maven has resolved once is remembered, so that a later start
 * does without it.
 *
 * @param directory made when needed
 */
record ClassPaths(Path directory) {
  private static final String GOAL =
      "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";
  private static final int ABOUT_ALL_JARS = 100;
  private static final int LINES_SHOWN = 20;

  /** The jars to run a version with; fetches what is not there yet. */
  List<Path> of(CassandraVersion version, Console console) {
    Path remembered = directory.resolve("cassandra-" + version + ".classpath");
    try {
      if (Files.exists(remembered)) {
        List<Path> jars = read(remembered);
        if (!jars.isEmpty() && jars.stream().allMatch(Files::exists)) {
          return jars;
        }
      }
      resolve(version, remembered, console);
      return read(remembered);
    } catch (IOException failed) {
      throw new UserError("Cannot use the cache directory " + directory + ": " + failed, failed);
    }
  }

  private static List<Path> read(Path file) throws IOException {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(Files.readString(file).strip())
        .map(Path::of)
        .toList();
  }

  private void resolve(CassandraVersion version, Path remembered, Console console)
      throws IOException {
    Maven maven = Maven.locate();
    Files.createDirectories(directory);
    Path work = Files.createTempDirectory(directory, "resolve");
    try {
      Path pom = work.resolve("pom.xml");
      try (InputStream resource = ClassPaths.class.getResourceAsStream("class-path-pom.xml")) {
        Files.copy(resource, pom);
      }
      Path result = work.resolve("classpath");
      List<String> arguments =
          List.of(
              "--file",
              pom.toString(),
              "-Dcassandra.version=" + version,
              "-Dmdep.outputFile=" + result,
              GOAL);
      Output output = new Output();
      int exitCode;
      try (Progress progress =
          console.progress("Fetching Cassandra " + version, ABOUT_ALL_JARS, "jars")) {
        exitCode = maven.run(arguments, line -> output.accept(line, progress));
      }
      if (exitCode != 0 || !Files.exists(result)) {
        throw new UserError(
            "Maven could not fetch Cassandra %s (org.apache.cassandra:cassandra-all:%s). It said:%n%s"
                .formatted(version, version, output.tail()));
      }
      // Other processes may be reading or doing the same.
      Files.move(
          result, remembered, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      FileTree.remove(work);
    }
  }

  /** What Maven says: counts downloaded jars, and keeps the last lines that tell of a failure. */
  private static final class Output {
    private final Deque<String> errors = new ArrayDeque<>();
    private long jars;

    void accept(String line, Progress progress) {
      if (line.contains("Downloaded from") && line.contains(".jar ")) {
        progress.reached(++jars);
      } else if (line.startsWith("[ERROR]") && !line.contains("dependencies.dependency.")) {
        errors.addLast(line);
        if (errors.size() > LINES_SHOWN) {
          errors.removeFirst();
        }
      }
    }

    String tail() {
      return errors.stream().collect(Collectors.joining(System.lineSeparator()));
    }
  }

  /**
   * Runs Maven itself, so that the user's settings, mirrors, proxies and credentials count as they
   * did when this program was built.
   */
  private record Maven(String command) {
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
              new InputStreamReader(
                  child.start(builder).getInputStream(), StandardCharsets.UTF_8))) {
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
}
