/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cassandrastats.localcluster.node.FileTree;

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
      FileTree.remove(directory);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
