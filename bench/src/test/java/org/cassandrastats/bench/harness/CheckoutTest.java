/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckoutTest {
  @TempDir private Path directory;
  private Path source;

  @BeforeEach
  void commit() throws Exception {
    git("init", "-q");
    source = directory.resolve("udf/src/org/cassandrastats/Mean.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "final class Mean {}");
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "Begin");
  }

  @Test
  void should_tell_programs_apart_whose_sources_have_been_changed() throws IOException {
    String before = sources();

    Files.writeString(source, "final class Mean { }");
    String changed = sources();
    Files.writeString(source, "final class Mean {  }");
    String changedAgain = sources();
    Files.writeString(source, "final class Mean {}");

    assertThat(List.of(before, changed, changedAgain)).doesNotHaveDuplicates();
    assertThat(sources()).isEqualTo(before);
  }

  @Test
  void should_tell_programs_apart_by_files_that_no_commit_has() throws IOException {
    String before = sources();

    Path fresh = source.resolveSibling("Médian.java");
    Files.writeString(fresh, "final class Median {}");
    String added = sources();
    Files.writeString(fresh, "final class Median { }");

    assertThat(List.of(before, added, sources())).doesNotHaveDuplicates();
  }

  @Test
  void should_not_count_what_is_no_source() throws IOException {
    String before = sources();

    Files.writeString(directory.resolve("notes.md"), "More");

    assertThat(sources()).isEqualTo(before).hasSize(12);
  }

  /** As from a directory of classes. */
  private String sources() {
    return new Checkout(source.getParent()).sources();
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process git = new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start();
    assertThat(git.waitFor()).isZero();
  }
}
