/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which nodes share the classes of others. */
class ClassArchiveTest {
  @TempDir private Path directory;

  private List<String> arguments(String... ofTheNode) {
    JavaHome java =
        new JavaHome(Path.of(System.getProperty("java.home")), Runtime.version().feature());
    return new ClassArchive(
            directory, CassandraVersion.standard(), java, List.of(), List.of(ofTheNode))
        .arguments();
  }

  @Test
  void should_neither_write_nor_read_an_archive_where_an_agent_may_rewrite_classes() {
    assertThat(arguments("-Xmx1g")).isNotEmpty();
    assertThat(arguments("-Xmx1g", "-javaagent:/opt/agent.jar=9404")).isEmpty();
  }
}
