/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Test;

final class UdfsDisabledIT {
  @Test
  void should_say_what_to_change_and_change_nothing() {
    try (Node node = Node.start(NodeSettings.builder().udfsEnabled(false).build());
        CqlSession session = node.sessionBuilder().build()) {
      String contactPoint = "127.0.0.1:" + node.address().getPort();
      List<String> before = SchemaSnapshot.of(session);

      CommandLineRun install = CommandLineRun.of("install", "--contact-point", contactPoint);

      assertThat(install.exitCode()).as("%s", install).isEqualTo(1);
      assertThat(install.error())
          .contains("User-defined functions are disabled on " + contactPoint)
          .contains("user_defined_functions_enabled: true")
          .contains("The way without them is the server jar")
          .contains("Nothing was changed.");
      assertThat(SchemaSnapshot.of(session)).isEqualTo(before);

      CommandLineRun verify = CommandLineRun.of("verify", "--contact-point", contactPoint);

      assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
      assertThat(verify.error())
          .contains("Nothing answers stats.*", "Run install", "put the jar on every node");

      assertThat(SchemaSnapshot.of(session)).isEqualTo(before);
    }
  }
}
