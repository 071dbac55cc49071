/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build passes only with committed files that are up to date. */
final class DriftTest {
  private static final Path FILE = Path.of("cql", "made.cql");
  private static final String TEXT = "one;\ntwo;\nthree;\n";

  @TempDir Path root;

  private Main.Drift drift() {
    return new Main.Drift(root, Map.of(FILE, TEXT));
  }

  private void commit(String text) throws IOException {
    Files.createDirectories(root.resolve(FILE).getParent());
    Files.writeString(root.resolve(FILE), text);
  }

  @Test
  void should_pass_when_nothing_differs() throws IOException {
    commit(TEXT);

    assertThat(drift().check(false)).isZero();
  }

  @Test
  void should_fail_and_leave_a_file_that_differs() throws IOException {
    commit("one;\n2;\nthree;\n");

    assertThat(drift().check(false)).isEqualTo(1);
    assertThat(root.resolve(FILE)).hasContent("one;\n2;\nthree;\n");
  }

  @Test
  void should_fail_when_a_file_is_missing() throws IOException {
    assertThat(drift().check(false)).isEqualTo(1);
  }

  @Test
  void should_rewrite_and_fail_all_the_same() throws IOException {
    commit("one;\n");

    assertThat(drift().check(true)).isEqualTo(1);
    assertThat(root.resolve(FILE)).hasContent(TEXT);
    assertThat(drift().check(true)).isEqualTo(1);
    assertThat(drift().check(false)).isZero();
  }

  @Test
  void should_show_the_first_difference() {
    assertThat(Main.Drift.firstDifference(FILE, "one;\n2;\nthree;\n", TEXT))
        .contains("@@ line 2 @@", " one;", "-2;", "+two;");
  }
}
