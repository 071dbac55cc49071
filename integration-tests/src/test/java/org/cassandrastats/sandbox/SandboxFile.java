/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A body that shows one rule of the compiler's sandbox checker, from the test resources of the
 * module compiler; its README says what the first two lines mean.
 *
 * @param rule the rule
 * @param name accepted or refused: what the compiler says
 * @param server what Cassandra says according to the file
 * @param signature arguments and result
 * @param body the whole file, whose first lines are comments
 */
record SandboxFile(String rule, String name, String server, String signature, String body) {
  private static final Path DIRECTORY =
      Path.of("..", "compiler", "src", "test", "resources", "sandbox").toAbsolutePath().normalize();

  static List<SandboxFile> all() {
    try (Stream<Path> rules = Files.list(DIRECTORY)) {
      return rules
          .filter(Files::isDirectory)
          .sorted()
          .flatMap(rule -> Stream.of("accepted", "refused").map(name -> read(rule, name)))
          .toList();
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static SandboxFile read(Path rule, String name) {
    try {
      String text = Files.readString(rule.resolve(name + ".java"));
      List<String> lines = text.lines().toList();
      return new SandboxFile(
          rule.getFileName().toString(),
          name,
          after(lines.get(0), "// server: "),
          after(lines.get(1), "// "),
          text);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static String after(String line, String prefix) {
    if (!line.startsWith(prefix)) {
      throw new IllegalStateException("expected \"" + prefix + "\" at the start of: " + line);
    }
    return line.substring(prefix.length()).strip();
  }

  /** Whether the file says that Cassandra takes the body in this mode. */
  boolean isAcceptedByServer(boolean udfThreads) {
    if (server.equals("refuses")) {
      return false;
    }
    if (!server.equals("accepts") && !server.startsWith("accepts: ")) {
      throw new IllegalStateException("unknown: server: " + server);
    }
    return udfThreads || !server.startsWith("accepts: with UDF threads on");
  }

  @Override
  public String toString() {
    return rule + "/" + name;
  }
}
