/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose query handlers are rewritten as the agent of the operators for Kubernetes does. */
@Tag("extended")
final class ManagementAgentIT {
  @TempDir private Path directory;

  @Test
  void should_answer_where_an_agent_rewrites_the_handlers() throws Exception {
    NodeAgent agent = new NodeAgent("ManagementAgent", List.of(byteBuddy()));
    NodeSettings settings =
        NodeSettings.builder()
            .serverJar(true)
            .udfsEnabled(false)
            .jvmArgument(agent.argument(directory))
            .build();
    try (Node node = Node.start(settings);
        CqlSession session = node.sessionBuilder().build()) {
      session.execute(
          "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      session.execute("CREATE TABLE shop.t (k int, c int, v double, PRIMARY KEY (k, c))");
      PreparedStatement insert = session.prepare("INSERT INTO shop.t (k, c, v) VALUES (1, ?, ?)");
      for (int c = 1; c <= 1000; c++) {
        session.execute(insert.bind(c, (double) c));
      }

      String query = "SELECT stats.mean(v), avg(v) FROM shop.t WHERE k = 1";
      assertThat(session.execute(query).one().getDouble(0)).isEqualTo(500.5);
      assertThat(session.execute(session.prepare(query).bind()).one().getDouble(1))
          .isEqualTo(500.5);
      assertThat(pagesReadDirectly(node)).isEqualTo(2);
      // Both handlers parse each statement, and both process it: those of the agent stop at the
      // first.
      assertThatThrownBy(() -> session.execute("CALL NodeOps.state()"))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageMatching("state\\(\\): \\d+ parsed, \\d+ processed");
    }
  }

  private static long pagesReadDirectly(Node node) throws Exception {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      return (Long)
          connector
              .getMBeanServerConnection()
              .getAttribute(new ObjectName("org.cassandrastats:type=DirectReads"), "Pages");
    }
  }

  private static Path byteBuddy() throws URISyntaxException {
    return Path.of(ByteBuddy.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
