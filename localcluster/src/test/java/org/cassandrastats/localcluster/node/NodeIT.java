/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeIT {
  @Test
  void should_start_answer_and_leave_nothing() {
    ProcessHandle process;
    Path directory;
    NodeSettings settings =
        NodeSettings.builder()
            .udfThreads(false)
            .authentication(true)
            .yaml("read_request_timeout", "17s")
            .build();
    try (Node node = Node.start(settings);
        CqlSession session = node.sessionBuilder().build()) {
      process = node.process();
      directory = node.directory();

      Row local = session.execute("SELECT release_version FROM system.local").one();
      assertThat(local.getString(0)).isEqualTo("5.0.9");
      assertThat(setting(session, "read_request_timeout")).isEqualTo("17s");
      assertThat(setting(session, "user_defined_functions_threads_enabled")).isEqualTo("false");
      assertThat(session.execute("LIST ROLES").all()).hasSize(1);
      assertThat(directory).isDirectory();
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(directory).doesNotExist();
  }

  @Test
  void should_show_the_log_and_leave_nothing_if_a_setting_is_unknown() {
    NodeSettings settings = NodeSettings.builder().yaml("no_such_setting", true).build();

    assertThatThrownBy(() -> Node.start(settings))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("ended while it was starting")
        .hasMessageContaining("no_such_setting");
  }

  @Test
  void should_keep_what_an_earlier_node_has_left_if_it_cannot_start(@TempDir Path directory)
      throws IOException {
    Path data = directory.resolve("storage/data/a-table");
    Files.createDirectories(data.getParent());
    Files.writeString(data, "x");
    NodeSettings settings =
        NodeSettings.builder().scratchDirectory(directory).yaml("no_such_setting", true).build();

    assertThatThrownBy(() -> Node.start(settings)).isInstanceOf(LocalNodeException.class);

    assertThat(data).hasContent("x");
  }

  private static String setting(CqlSession session, String name) {
    return session
        .execute("SELECT value FROM system_views.settings WHERE name = ?", name)
        .one()
        .getString(0);
  }
}
