/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * What git says of the sources of this program, where it is in a checkout of them.
 *
 * @param directory anywhere inside
 */
record Checkout(Path directory) {
  /** What is said elsewhere. */
  private static final String NONE = "-";

  /** Not a user's own checkout, nor unit tests. */
  private static final List<String> SOURCES =
      List.of(
          ":(top,glob)**/org/cassandrastats/**",
          ":(top,glob)server/**/org/apache/cassandra/**",
          ":(top,exclude,glob)bench/src/test/**",
          ":(top,exclude,glob)cli/src/test/**");

  private static final Duration LONGEST = Duration.ofSeconds(5);

  /** Where the program's code is: it may be run from any directory. */
  static Checkout ofProgram() {
    try {
      Path code =
          Path.of(Checkout.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new Checkout(Files.isDirectory(code) ? code : code.getParent());
    } catch (URISyntaxException noFile) {
      throw new IllegalStateException(noFile);
    }
  }

  /** The commit that is checked out. */
  String commit() {
    return orNone(git(List.of("describe", "--always", "--dirty", "--abbrev=12")));
  }

  /** The last commit of sources, and a checksum of what has been changed since. */
  String sources() {
    String commit = orNone(ofSources("log", "-1", "--abbrev=12", "--format=%h"));
    String changes = ofSources("diff", "HEAD");
    String others = ofSources("ls-files", "--others", "--exclude-standard", "--full-name");
    if (changes.isEmpty() && others.isEmpty()) {
      return commit;
    }
    CRC32 sum = new CRC32();
    sum.update(changes.getBytes(StandardCharsets.UTF_8));
    if (!others.isEmpty()) {
      Path root = Path.of(git(List.of("rev-parse", "--show-toplevel")));
      others.lines().forEach(name -> add(sum, root, name));
    }
    return "%s, changed (%08x)".formatted(commit, sum.getValue());
  }

  private static void add(CRC32 sum, Path root, String name) {
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    try {
      sum.update(Files.readAllBytes(root.resolve(name)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String orNone(String answer) {
    return answer.isEmpty() ? NONE : answer;
  }

  private String ofSources(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--");
    all.addAll(SOURCES);
    return git(all);
  }

  /** Nothing where there is no checkout, or no git. */
  private String git(List<String> arguments) {
    try {
      // Names of files as they are.
      List<String> command = new ArrayList<>(List.of("git", "-c", "core.quotePath=false"));
      command.addAll(arguments);
      Process git =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS) && git.exitValue() == 0
          ? answer.strip()
          : "";
    } catch (IOException noGit) {
      return "";
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
