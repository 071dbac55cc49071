/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Directories of nodes that outlive their processes. */
final class Directories {
  private Directories() {}

  static Path temporary(String name) {
    try {
      return Files.createTempDirectory(name);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static void remove(Path directory) {
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException problem)
                throws IOException {
              Files.delete(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
