/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.protocol.internal.util.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code CHECK} of Cassandra 6.0 does with a function that a jar brings; docs/state-types.md
 * says why the states have column types instead.
 */
@Tag("own-node")
@Tag("extended")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConstraintFactsIT {
  private static final String UNKNOWN = "Unrecognized constraint function: is_state";

  @TempDir static Path directory;

  private String agent;
  private LiveNode node;
  private int storagePort;

  @BeforeAll
  void makeTables() throws IOException {
    try (LiveNode plain = LiveNode.start(settings().build())) {
      storagePort = plain.node().storagePort();
      agent = ConstraintProviderJar.agent(directory, plain.node());
      node = plain;
      run(
          "CREATE KEYSPACE shop WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
      run("CREATE TABLE shop.old (id int PRIMARY KEY, digest blob)");
      run("INSERT INTO shop.old (id, digest) VALUES (1, 0x80)");
    }
    node = LiveNode.start(settings().jvmArgument(agent).build());
    run(
        "CREATE TABLE shop.daily (id int, day int, digest blob CHECK is_state,"
            + " whole blob static CHECK is_state, PRIMARY KEY (id, day))");
    run(
        "CREATE TABLE shop.moved (id int PRIMARY KEY, digest blob CHECK is_state, other blob)"
            + " WITH transactional_mode = 'full'");
    run("INSERT INTO shop.daily (id, day, digest) VALUES (1, 1, 0x01)");
    run("INSERT INTO shop.moved (id, other) VALUES (1, 0x80)");
  }

  @AfterAll
  void stop() {
    node.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO shop.daily (id, day, digest) VALUES (1, 1, 0x80)",
        "UPDATE shop.daily SET digest = 0x80 WHERE id = 1 AND day = 1",
        "BEGIN BATCH INSERT INTO shop.daily (id, day, digest) VALUES (1, 1, 0x80) APPLY BATCH",
        "INSERT INTO shop.daily (id, day, digest) VALUES (1, 2, 0x80) IF NOT EXISTS",
        "UPDATE shop.daily SET digest = 0x80 WHERE id = 1 AND day = 1 IF digest = 0x01",
        "INSERT INTO shop.daily JSON '{\"id\": 1, \"day\": 1, \"digest\": \"0x80\"}'",
        "INSERT INTO shop.moved (id, digest) VALUES (1, 0x80)",
        "BEGIN TRANSACTION UPDATE shop.moved SET digest = 0x80 WHERE id = 1; COMMIT TRANSACTION",
      })
  @Order(1)
  void should_check_the_values_of_statements(String statement) {
    assertThatThrownBy(() -> run(statement))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage("not a state");
  }

  @Test
  @Order(1)
  void should_refuse_to_set_a_column_to_null_and_to_hold_a_tuple() {
    assertThatThrownBy(() -> run("UPDATE shop.daily SET digest = null WHERE id = 1 AND day = 1"))
        .hasMessageEndingWith("for column 'digest' as it is null.");
    run("DELETE digest FROM shop.daily WHERE id = 1 AND day = 1");
    assertThatThrownBy(
            () ->
                run(
                    "CREATE TABLE shop.pairs (id int PRIMARY KEY,"
                        + " pair tuple<blob, int> CHECK is_state)"))
        .hasMessageStartingWith("Constraint cannot be defined on the column pair");
  }

  @Test
  @Order(1)
  void should_not_check_static_columns_nor_copies_in_transactions_nor_rows_that_are_there() {
    run("INSERT INTO shop.daily (id, whole) VALUES (1, 0x80)");
    assertThat(stored("SELECT whole FROM shop.daily WHERE id = 1 LIMIT 1")).isEqualTo("0x80");

    run(
        "BEGIN TRANSACTION LET r = (SELECT other FROM shop.moved WHERE id = 1);"
            + " UPDATE shop.moved SET digest = r.other WHERE id = 1; COMMIT TRANSACTION");
    assertThat(stored("SELECT digest FROM shop.moved WHERE id = 1")).isEqualTo("0x80");

    run("ALTER TABLE shop.old ALTER digest CHECK is_state");
    assertThat(stored("SELECT digest FROM shop.old WHERE id = 1")).isEqualTo("0x80");
  }

  /** The log of the schema keeps the statements that the schema was made with. */
  @Test
  @Order(2)
  void should_not_start_without_the_jar_until_a_snapshot_without_it() {
    node.close();
    assertRefused();

    node = LiveNode.start(settings().jvmArgument(agent).build());
    for (String column :
        List.of(
            "daily ALTER digest", "daily ALTER whole", "moved ALTER digest", "old ALTER digest")) {
      run("ALTER TABLE shop." + column + " DROP CHECK");
    }
    node.close();
    assertRefused();

    node = LiveNode.start(settings().jvmArgument(agent).build());
    new NodeJmx(node.node()).snapshotMetadata();
    node.close();
    node = LiveNode.start(settings().build());
    assertThat(stored("SELECT digest FROM shop.old WHERE id = 1")).isEqualTo("0x80");
  }

  /** A node of Cassandra 6.0 finds itself in its own files by address and port. */
  private NodeSettings.Builder settings() {
    return NodeSettings.builder()
        .version(CassandraVersion.parse("6.0-alpha2"))
        .directory(directory.resolve("node"))
        .storagePort(storagePort)
        .heap("768m")
        .yaml("accord.enabled", true);
  }

  private void assertRefused() {
    assertThatThrownBy(() -> Node.start(settings().build()).close())
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("ended while it was starting")
        .hasMessageContaining(UNKNOWN);
  }

  private String stored(String query) {
    Row row = node.session().execute(quorum(query)).one();
    return Bytes.toHexString(row.getByteBuffer(0));
  }

  private void run(String statement) {
    node.session().execute(quorum(statement));
  }

  /** Transactions know no LOCAL_ONE. */
  private static SimpleStatement quorum(String statement) {
    return SimpleStatement.newInstance(statement).setConsistencyLevel(ConsistencyLevel.QUORUM);
  }
}
