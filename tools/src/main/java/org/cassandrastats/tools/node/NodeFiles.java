/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** Where a node keeps its files. */
record NodeFiles(Path root) {
  Path configuration() {
    return root.resolve("cassandra.yaml");
  }

  Path logConfiguration() {
    return root.resolve("logback.xml");
  }

  Path log() {
    return root.resolve("node.log");
  }

  /** Cassandra's own storage directory; its data, commit log and so on are below. */
  Path storage() {
    return root.resolve("storage");
  }

  void create() throws IOException {
    Files.createDirectories(storage());
    try (InputStream logback = NodeFiles.class.getResourceAsStream("logback.xml")) {
      Files.copy(logback, logConfiguration(), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Removes the directory with all that is in it, if it is there. */
  static void remove(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException problem)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
