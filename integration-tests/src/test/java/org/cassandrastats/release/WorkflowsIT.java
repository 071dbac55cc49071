/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.live.CommandResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workflows of GitHub are what actionlint accepts, and it does look at them. */
@Tag("own-node")
@Tag("extended")
class WorkflowsIT {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final String ACTIONLINT = PROJECT.resolve("build/actionlint").toString();

  @TempDir private Path directory;

  @Test
  void should_have_no_error() throws IOException {
    CommandResult result = CommandResult.of(List.of(ACTIONLINT), PROJECT);

    assertThat(result.exitCode()).as("%s", result).isZero();
  }

  @Test
  void should_find_an_error() throws IOException {
    Path workflow = PROJECT.resolve(".github/workflows/build.yml");
    Path wrong =
        Files.writeString(
            directory.resolve("wrong.yml"),
            Files.readString(workflow).replace("matrix.nodes", "matrix.no_such_key"));

    CommandResult result = CommandResult.of(List.of(ACTIONLINT, wrong.toString()), PROJECT);

    assertThat(result.exitCode()).as("%s", result).isEqualTo(1);
    assertThat(result.output()).contains("no_such_key");
  }
}
