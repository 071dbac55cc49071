/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What earlier builds have left in the cache. */
final class NewestFiles {
  private NewestFiles() {}

  /**
   * Removes all but the newest files of a name. A process that has one of the others open keeps it.
   */
  static void keep(int kept, Path directory, String prefix, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> old =
          files
              .filter(file -> file.getFileName().toString().startsWith(prefix))
              .filter(file -> file.getFileName().toString().endsWith(suffix))
              .sorted(Comparator.comparing((Path file) -> file.toFile().lastModified()).reversed())
              .skip(kept)
              .toList();
      for (Path each : old) {
        Files.deleteIfExists(each);
      }
    }
  }
}
