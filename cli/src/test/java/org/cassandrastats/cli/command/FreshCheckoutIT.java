/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** bin/cassandra-stats in a checkout in which nothing was built. */
@Tag("extended")
final class FreshCheckoutIT {
  private static final String VERSION = CatalogueFile.read().version();

  @TempDir private Path directory;

  @Test
  void should_build_what_a_command_needs_and_run_that() throws IOException, InterruptedException {
    Path checkout = Files.createDirectory(directory.resolve("a checkout"));
    copy(Path.of("..").toAbsolutePath().normalize(), checkout);
    StartScript script = new StartScript(directory, checkout);

    CommandLineRun commands = script.run("--help");
    CommandLineRun bench = script.run("--verbose", "bench", "--help");

    assertThat(commands.exitCode()).as("%s", commands).isZero();
    assertThat(commands.out()).contains("\n  bench ");
    assertThat(bench.exitCode()).as("%s", bench).isZero();
    assertThat(bench.out()).contains("Usage: cassandra-stats bench");

    Path target = checkout.resolve("bench/target/quick");
    Path older = Files.writeString(target.resolve("cassandra-stats-bench-0.0.1.jar"), "no jar");
    Files.setLastModifiedTime(older, FileTime.fromMillis(0));
    Files.writeString(
        target.resolve("cassandra-stats-bench-" + VERSION + "-sources.jar"), "no jar");
    CommandLineRun again = script.run("bench", "--help");
    assertThat(again.exitCode()).as("%s", again).isZero();
    assertThat(again.error()).doesNotContain("building", "rror");

    for (Path jar :
        new Path[] {older, target.resolve("cassandra-stats-bench-" + VERSION + ".jar")}) {
      Files.delete(jar);
    }
    CommandLineRun rebuilt = script.run("bench", "--help");
    assertThat(rebuilt.exitCode()).as("%s", rebuilt).isZero();
    assertThat(rebuilt.error()).contains("building cassandra-stats");
  }

  /** Copies all files but those that builds make. */
  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            String name = path.getFileName().toString();
            boolean built = name.equals("target") && Files.exists(path.resolveSibling("pom.xml"));
            if (built || name.equals(".git")) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(path)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            Path copy = Files.copy(path, to.resolve(from.relativize(path)));
            if (Files.isExecutable(path) && !copy.toFile().setExecutable(true)) {
              throw new IOException(copy + " cannot be made executable");
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
