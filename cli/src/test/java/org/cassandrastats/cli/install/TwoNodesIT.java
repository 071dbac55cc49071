/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What only a cluster of several nodes shows. */
@Tag("extended")
final class TwoNodesIT {
  private static final String MEAN =
      "SELECT stats.mean(position) FROM system_schema.columns WHERE keyspace_name ="
          + " 'system_schema' AND table_name = 'indexes'";

  @Test
  void should_repair_the_node_whose_aggregates_are_old_and_name_a_node_that_is_down() {
    try (Node first = Node.start(NodeSettings.builder().build())) {
      String contactPoint = "127.0.0.1:" + first.address().getPort();
      String[] throughFirst = {"install", "--contact-point", contactPoint};
      try (Node second = SecondNode.join(first);
          CqlSession session = first.sessionBuilder().build()) {
        CommandLineRun install = CommandLineRun.of(throughFirst);
        assertThat(install.exitCode()).as("%s", install).isZero();
        assertThat(install.out()).contains("2 of 2 nodes answer", "on 2 nodes");
        assertThat(verify(second).exitCode()).isZero();

        interruptUpgrade(session, second);
        awaitSameSchema(session, first, second);
        assertThat(mean(session, first)).isEqualTo(-0.2);
        assertThat(mean(session, second)).isEqualTo(42.0);
        CommandLineRun verify = verify(first);
        assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
        assertThat(verify.out())
            .contains("mean(position) gave 42.0")
            .contains("[on 127.0.0.2:" + second.address().getPort() + "]");

        CommandLineRun again = CommandLineRun.of(throughFirst);
        assertThat(again.exitCode()).as("%s", again).isZero();
        assertThat(mean(session, second)).isEqualTo(-0.2);
      }

      CommandLineRun oneDown = CommandLineRun.of(throughFirst);
      assertThat(oneDown.exitCode()).as("%s", oneDown).isEqualTo(1);
      assertThat(oneDown.error())
          .contains("Node 127.0.0.2:" + first.address().getPort() + " cannot be asked")
          .contains("--allow-unreachable")
          .contains("Nothing was changed.");

      CommandLineRun verifyOneDown = verify(first);
      assertThat(verifyOneDown.exitCode()).as("%s", verifyOneDown).isEqualTo(1);
      assertThat(verifyOneDown.error())
          .contains("Its functions cannot be verified.", "Nothing was verified")
          .doesNotContain("schema");
    }
  }

  /** Replaces a function, its aggregate and the function again, all through one node. */
  private static void interruptUpgrade(CqlSession session, Node node) {
    Function mean =
        CatalogueFile.read().functions().stream()
            .filter(function -> function.name().equals("moments_mean"))
            .findFirst()
            .orElseThrow();
    execute(
        session,
        node,
        "CREATE OR REPLACE FUNCTION stats.moments_mean(state blob) CALLED ON NULL INPUT RETURNS"
            + " double LANGUAGE java AS '// cassandra-stats 0.0.1, old\nreturn 42.0;'");
    execute(
        session,
        node,
        "CREATE OR REPLACE AGGREGATE stats.mean(varint) SFUNC moments_accumulate STYPE blob FINALFUNC"
            + " moments_mean INITCOND 0x");
    execute(session, node, mean.createStatement("stats."));
  }

  /** On a busy machine a node can take longer over this than the driver waits. */
  private static void awaitSameSchema(CqlSession session, Node first, Node second) {
    long start = System.nanoTime();
    while (!schemaVersion(session, first).equals(schemaVersion(session, second))) {
      assertThat(System.nanoTime() - start)
          .as("nanoseconds without one schema on both nodes")
          .isLessThan(TimeUnit.MINUTES.toNanos(2));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  private static UUID schemaVersion(CqlSession session, Node node) {
    return session
        .execute(on(session, node, "SELECT schema_version FROM system.local"))
        .one()
        .getUuid(0);
  }

  private static CommandLineRun verify(Node node) {
    return CommandLineRun.of(
        "verify",
        "--contact-point",
        node.address().getAddress().getHostAddress() + ":" + node.address().getPort());
  }

  private static double mean(CqlSession session, Node node) {
    return session.execute(on(session, node, MEAN)).one().getDouble(0);
  }

  private static void execute(CqlSession session, Node node, String cql) {
    session.execute(on(session, node, cql));
  }

  private static SimpleStatement on(CqlSession session, Node node, String cql) {
    return SimpleStatement.newInstance(cql)
        .setNode(
            session.getMetadata().getNodes().values().stream()
                .filter(known -> known.getEndPoint().resolve().equals(node.address()))
                .findFirst()
                .orElseThrow());
  }
}
