/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileTreeTest {
  private static final int FILES = 2000;
  private static final int ROUNDS = 6;

  @TempDir private Path directory;

  @Test
  void should_copy_and_remove_all_that_is_in_a_directory() throws IOException {
    Path from = directory.resolve("from");
    Files.createDirectories(from.resolve("a/b"));
    Files.writeString(from.resolve("a/b/file"), "text");

    Path to = directory.resolve("new/to");
    FileTree.copy(from, to);
    FileTree.remove(from);
    FileTree.remove(from);

    assertThat(to.resolve("a/b/file")).hasContent("text");
    assertThat(from).doesNotExist();
  }

  /** As a node does whose files are copied. */
  @Test
  void should_fail_as_documented_where_files_are_removed_meanwhile()
      throws IOException, InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      Path from = Files.createDirectory(directory.resolve("from" + round));
      for (int file = 0; file < FILES; file++) {
        Files.createFile(from.resolve("file" + file));
      }
      Thread removing = new Thread(() -> removeAll(from));
      removing.start();

      Path to = directory.resolve("to" + round);
      Throwable failed = catchThrowable(() -> FileTree.copy(from, to));

      removing.join();
      if (failed != null) {
        assertThat(failed).isInstanceOf(IOException.class);
      }
    }
  }

  private static void removeAll(Path from) {
    for (int file = FILES - 1; file >= 0; file--) {
      from.resolve("file" + file).toFile().delete();
    }
  }
}
