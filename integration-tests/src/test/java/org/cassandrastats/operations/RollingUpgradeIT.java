/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.OtherJava;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three nodes with three replicas go from one version of Cassandra to the next, node by node, while
 * clients ask. docs/upgrade.md is the operator's side of the story.
 */
@Tag("own-node")
@Tag("extended")
class RollingUpgradeIT {
  private static final int NODES = 3;
  private static final long SEED = 20_261_124;
  private static final String STATE_OF_TWO_ROWS =
      "SELECT stats.tdigest(d) FROM shop.samples WHERE p = 1 AND at < 2";

  @Test
  void should_answer_from_the_scripts_on_the_way_from_4_1_to_6_0() throws Exception {
    try (RestartableNodes cluster =
        start(
            version("4.1.10"),
            session -> {
              LocalPack.install(session, Console.plain());
              session.execute("CREATE TABLE shop.states (id text PRIMARY KEY, digest blob)");
            })) {
      writeState(cluster, "4.1");
      upgrade(cluster, version("5.0.9"), each -> {});
      writeState(cluster, "5.0");
      upgrade(cluster, version("6.0-alpha2"), each -> {});
      writeState(cluster, "6.0");

      initializeMetadata(cluster.node(1));
      CommittedScripts.run(Cqlsh.of(cluster.node(1)), CommittedScripts.script("verify.cql"));
      try (CqlSession session = cluster.session(1)) {
        LocalPack.install(session, Console.plain());
      }
      cluster.awaitAll();
      new NodeAnswers(cluster).assertAnswers(1, 2, 3);
    }
  }

  @Test
  void should_answer_from_the_jar_and_keep_typed_columns_on_the_way_from_5_0_to_6_0()
      throws Exception {
    try (RestartableNodes cluster =
        start(
            jar("5.0.9"),
            session ->
                session.execute(
                    "CREATE TABLE shop.states (id text PRIMARY KEY, digest"
                        + " 'org.cassandrastats.types.TdigestType')"))) {
      writeState(cluster, "5.0");
      upgrade(
          cluster,
          jar("6.0-alpha2"),
          each -> assertRefused(each, "INSERT INTO shop.states (id, digest) VALUES ('no', 0x80)"));
      writeState(cluster, "6.0");
      initializeMetadata(cluster.node(1));

      try (CqlSession session = cluster.session(1)) {
        session.execute(
            "CREATE TABLE shop.later (id int PRIMARY KEY, digest"
                + " 'org.cassandrastats.types.TdigestType')");
      }
      cluster.awaitAll();
      assertRefused(cluster, "INSERT INTO shop.later (id, digest) VALUES (1, 0x80)");
    }
  }

  private static Consumer<NodeSettings.Builder> version(String version) {
    return settings -> {
      settings.version(CassandraVersion.parse(version));
      if (version.startsWith("4.")) {
        settings.javaHome(OtherJava.home(11));
      } else {
        // What a node of the version before could not read has to wait until all are upgraded.
        settings.yaml("storage_compatibility_mode", "UPGRADING");
      }
    };
  }

  private static Consumer<NodeSettings.Builder> jar(String version) {
    return version(version).andThen(settings -> settings.serverJar(true).udfsEnabled(false));
  }

  private static RestartableNodes start(
      Consumer<NodeSettings.Builder> settings, Consumer<CqlSession> schema) {
    RestartableNodes cluster =
        RestartableNodes.start(
            NODES,
            settings,
            first -> {
              try (CqlSession session = first.sessionBuilder().build()) {
                SampleRows.create(session, NODES);
                schema.accept(session);
              }
            });
    try (CqlSession session = cluster.session(1)) {
      SampleRows.fill(session);
    }
    return cluster;
  }

  /** Restarts each node in turn with other settings, and looks for wrong and missing answers. */
  private static void upgrade(
      RestartableNodes cluster,
      Consumer<NodeSettings.Builder> settings,
      Consumer<RestartableNodes> further) {
    try (CqlSession session = cluster.balancing().build();
        Load load = Load.start(session, SEED)) {
      for (int number = 1; number <= NODES; number++) {
        cluster.restart(number, settings);
        new NodeAnswers(cluster).assertMean(number);
        assertStates(cluster, number);
        further.accept(cluster);
      }
      load.end();
      assertThat(load.complaints()).as("failed requests and wrong answers").isEmpty();
      assertThat(load.answers()).as("answers by node").hasSize(NODES);
    }
    new NodeAnswers(cluster).assertAnswers(1, 2, 3);
  }

  /** What a version makes of the same rows is the same, byte for byte. */
  private static void writeState(RestartableNodes cluster, String id) {
    try (CqlSession session = cluster.session(NODES)) {
      ByteBuffer state = session.execute(STATE_OF_TWO_ROWS).one().getByteBuffer(0);
      session.execute(
          session.prepare("INSERT INTO shop.states (id, digest) VALUES (?, ?)").bind(id, state));
    }
    assertStates(cluster, 1);
  }

  private static void assertStates(RestartableNodes cluster, int number) {
    try (CqlSession session = cluster.session(number)) {
      List<Row> rows =
          session
              .execute("SELECT id, digest, stats.tdigest_count(digest) AS count FROM shop.states")
              .all();
      ByteBuffer expected = session.execute(STATE_OF_TWO_ROWS).one().getByteBuffer(0);
      assertThat(rows)
          .as("states through node %d", number)
          .isNotEmpty()
          .allSatisfy(
              row -> {
                assertThat(row.getBytesUnsafe("digest")).isEqualTo(expected);
                assertThat(row.getLong("count")).isEqualTo(2);
              });
      assertThat(
              session
                  .execute(
                      "SELECT stats.tdigest_count(stats.tdigest_merge(digest)) FROM shop.states")
                  .one()
                  .getLong(0))
          .isEqualTo(2L * rows.size());
    }
  }

  private static void assertRefused(RestartableNodes cluster, String cql) {
    for (int number = 1; number <= NODES; number++) {
      try (CqlSession session = cluster.session(number)) {
        assertThatThrownBy(() -> session.execute(cql))
            .as("%s through node %d", cql, number)
            .isInstanceOf(InvalidQueryException.class)
            .hasMessageContaining("not a tdigest state");
      }
    }
  }

  /** Cassandra 6.0 changes no schema before its cluster metadata service is there. */
  private static void initializeMetadata(Node node) throws IOException, JMException {
    try (JMXConnector connector = ManagementConnection.open(node)) {
      connector
          .getMBeanServerConnection()
          .invoke(
              new ObjectName("org.apache.cassandra.tcm:type=CMSOperations"),
              "initializeCMS",
              new Object[] {List.of()},
              new String[] {List.class.getName()});
    }
  }
}
