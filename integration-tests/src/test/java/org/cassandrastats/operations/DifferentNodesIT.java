/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes whose jars are set in different ways, and whose JVMs know different time zones. */
@Tag("own-node")
@Tag("extended")
class DifferentNodesIT {
  private static final int DIFFERENT = 3;

  @Test
  void should_name_what_differs_and_may_change_answers(@TempDir Path directory) throws IOException {
    String rules = ZoneRulesJar.argument(directory);
    try (LiveNode first = LiveNode.start(settings().build());
        Node second = Node.start(joining(first.node(), rules))) {
      CommandLineRun check =
          CommandLineRun.of(
              "install",
              "--jar-check",
              "--contact-point",
              "127.0.0.1:" + first.node().address().getPort());

      assertThat(check.exitCode()).as("%s", check).isEqualTo(DIFFERENT);
      String other = "127.0.0.2:" + second.address().getPort();
      assertThat(check.out())
          .containsPattern("time_zone_rules +\\| abolished +\\| active +\\| " + other)
          .containsPattern("aggregation_timeout +\\| 60000 +\\| active +\\| " + other)
          .containsPattern("direct_reads +\\| true +\\| active +\\| all ")
          .contains("The nodes have different rules of time zones: ", "abolished on " + other)
          .contains("The server jar differs between nodes in aggregation_timeout:");
    }
  }

  private static NodeSettings.Builder settings() {
    return NodeSettings.builder().serverJar(true).udfsEnabled(false).heap("768m");
  }

  private static NodeSettings joining(Node first, String rules) {
    return settings()
        .listenAddress("127.0.0.2")
        .nativePort(first.address().getPort())
        .storagePort(first.storagePort())
        .seeds(List.of("127.0.0.1:" + first.storagePort()))
        .yaml("auto_bootstrap", false)
        .jvmArgument("-Dcassandra.skip_wait_for_gossip_to_settle=-1")
        .jvmArgument("-Dcassandra.ring_delay_ms=3000")
        .jvmArgument("-Dcassandra.consistent.rangemovement=false")
        .jvmArgument("-Dcassandra.stats.aggregation_timeout=60000")
        .jvmArgument(rules)
        .jvmArgument("-Djava.time.zone.DefaultZoneRulesProvider=zones.Abolished")
        .build();
  }
}
