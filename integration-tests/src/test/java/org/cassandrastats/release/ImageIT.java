/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.live.CommandResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The image and its compose files, which need a Docker engine with compose; the image of the
 * command line where an archive is there.
 */
@Tag("own-node")
@Tag("extended")
class ImageIT {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  @Test
  void should_answer_on_one_node_and_on_three() throws IOException {
    CommandResult result =
        CommandResult.of(List.of(PROJECT.resolve("docker/check").toString()), PROJECT);

    assertThat(result.exitCode()).as("%s", result).isZero();
    assertThat(result.output())
        .contains("compose.yml: 1 healthy", "compose-three-nodes.yml: 3 healthy");
  }
}
