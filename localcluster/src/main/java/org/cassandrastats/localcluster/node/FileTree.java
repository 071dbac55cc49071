/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory with all that is in it. */
public final class FileTree {
  private FileTree() {}

  /** Copies the directory with all that is in it. */
  public static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.copy(path, to.resolve(from.relativize(path)));
      }
    } catch (UncheckedIOException unreadable) {
      // Of a file that was removed meanwhile, for example by the node that wrote it.
      throw unreadable.getCause();
    }
  }

  /** Removes the directory with all that is in it, if it is there. */
  public static void remove(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }
}
