/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.Node;

/** The files of the tables of a forked node, and what the machine keeps of them in memory. */
public record TableFiles(Node node) {
  private static final String READ = "read_bytes: ";

  /** Bytes of all files of a table, those of its indexes among them. */
  public long bytes(String table) {
    return of(table).stream().mapToLong(file -> file.toFile().length()).sum();
  }

  /** How many SSTables a table has. */
  public long sstables(String table) {
    return of(table).stream().filter(file -> file.toString().endsWith("-Data.db")).count();
  }

  private List<Path> of(String table) {
    String[] names = table.split("\\.", -1);
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          node.data().resolve(names[0]),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile() && file.toString().contains("/" + names[1] + "-")) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }

            /** A node removes what it has compacted a moment later. */
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failed)
                throws IOException {
              if (failed instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw failed;
            }
          });
      return files;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * Has the system forget what it keeps of a table's files in the page cache. What is mapped into
   * memory stays: Cassandra 5.0 maps indexes only.
   *
   * @throws UserError where the system has no {@code dd} that does this, which needs no rights
   */
  public void dropFromPageCache(String table) {
    for (Path file : of(table)) {
      try {
        Process dd =
            new ProcessBuilder(
                    "dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        // A compaction may have removed the file meanwhile.
        if (dd.waitFor() != 0 && Files.exists(file)) {
          throw new UserError(
              "dd cannot drop %s from the page cache: --cold needs GNU coreutils".formatted(file));
        }
      } catch (IOException missing) {
        throw new UserError("--cold needs dd of GNU coreutils: " + missing.getMessage(), missing);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while pages were dropped", interrupted);
      }
    }
  }

  /** Bytes that the node has had read from disks so far. */
  public long bytesRead() {
    Path counters = Path.of("/proc", Long.toString(node.process().pid()), "io");
    try (Stream<String> lines = Files.lines(counters)) {
      return lines
          .filter(line -> line.startsWith(READ))
          .mapToLong(line -> Long.parseLong(line.substring(READ.length())))
          .sum();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
