/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.live.CommandResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of docs/ can be built, which refuses broken links, anchors and tables. */
final class SiteTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  @Test
  void should_build_the_site(@TempDir Path site) throws IOException {
    CommandResult built =
        CommandResult.of(
            List.of(
                PROJECT.resolve("build/site").toString(), "build", "--site-dir", site.toString()));

    assertThat(built.exitCode()).as("%s", built).isZero();
    assertThat(site.resolve("index.html")).exists();
    assertThat(Files.readAllLines(site.resolve("llms.txt")))
        .startsWith("# cassandra-stats")
        .anyMatch(line -> line.startsWith("- [Tour](") && line.contains("/tour.md): "));
  }
}
