/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.ForkedCluster;
import org.cassandrastats.localcluster.Slowdown;
import org.cassandrastats.localcluster.node.NodeListener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One of two nodes is slow, gets another range, and is stopped while Spark reads: each row counts
 * once, or the job fails.
 */
@Tag("extended")
@ExtendWith(LocalSpark.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChangingClusterIT {
  private static final long ALL = (long) SourceNode.SENSORS * SourceNode.ROWS;

  /** The second node's token in the middle of what it has had. */
  private static final String MOVED = Long.toString(Long.MAX_VALUE / 2);

  private static ForkedCluster cluster;

  @BeforeAll
  static void start() {
    cluster =
        ForkedCluster.start(
            ClusterSettings.of(2, settings -> settings.serverJar(true).udfsEnabled(false)),
            NodeListener.plain());
    try (CqlSession session = session()) {
      for (int replicas : List.of(1, 2)) {
        session.execute(
            "CREATE KEYSPACE copies%d WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
                .formatted(replicas, replicas));
        SourceNode.createReadings(session, "copies%d.readings".formatted(replicas));
      }
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static CqlSession session() {
    InetSocketAddress address = cluster.address(1);
    return CqlSession.builder().addContactPoint(address).withLocalDatacenter("datacenter1").build();
  }

  private static Dataset<Row> table(SparkSession spark, int replicas) {
    return spark
        .read()
        .format("cassandra-stats")
        .options(
            Map.of(
                "hosts", cluster.address(1).getHostString() + ":" + cluster.address(1).getPort(),
                "local-datacenter", "datacenter1",
                "keyspace", "copies" + replicas,
                "table", "readings",
                "consistency", "ONE",
                "page-size", "50",
                "splits", "16",
                "retry-timeout", "8s"))
        .load();
  }

  @Test
  @Order(1)
  void should_count_each_row_once_while_a_node_is_slow(SparkSession spark) throws Exception {
    Slowdown slowdown = cluster.slow(2);
    try (slowdown) {
      for (int replicas : List.of(1, 2)) {
        assertEachRowOnce(spark, replicas);
      }
    }
  }

  @Test
  @Order(2)
  void should_count_each_row_once_while_a_range_moves(SparkSession spark) throws Exception {
    CompletableFuture<Void> moved = CompletableFuture.runAsync(ChangingClusterIT::moveSecondNode);

    do {
      for (int replicas : List.of(1, 2)) {
        assertEachRowOnce(spark, replicas);
      }
    } while (!moved.isDone());
    moved.get();
    assertThat(tokens()).contains(MOVED);
    for (int replicas : List.of(1, 2)) {
      assertEachRowOnce(spark, replicas);
    }
  }

  /** What both nodes say of themselves. */
  private static Set<String> tokens() {
    Set<String> tokens = new HashSet<>();
    try (CqlSession session = session()) {
      for (Node node : session.getMetadata().getNodes().values()) {
        session
            .execute(SimpleStatement.newInstance("SELECT tokens FROM system.local").setNode(node))
            .forEach(row -> tokens.addAll(row.getSet(0, String.class)));
      }
    }
    return tokens;
  }

  /** Half of its range becomes the first node's, or the other way round. */
  private static void moveSecondNode() {
    try (JMXConnector management = cluster.management(2)) {
      management
          .getMBeanServerConnection()
          .invoke(
              new ObjectName("org.apache.cassandra.db:type=StorageService"),
              "move",
              new Object[] {MOVED},
              new String[] {String.class.getName()});
    } catch (IOException | JMException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  @Order(3)
  void should_count_each_row_once_while_a_node_ends(SparkSession spark) throws Exception {
    assertThat(table(spark, 2).rdd().getNumPartitions()).isGreaterThan(8);
    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(
            () -> cluster.stop(2), CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));

    do {
      assertEachRowOnce(spark, 2);
    } while (!stopped.isDone());
    stopped.get();
    assertEachRowOnce(spark, 2);
  }

  /** By rows, by aggregates of each range, and by those of all ranges. */
  private static void assertEachRowOnce(SparkSession spark, int replicas) {
    Dataset<Row> rows = table(spark, replicas);
    rows.createOrReplaceTempView("copied");
    assertThat(rows.select("sensor", "at", "v").toJavaRDD().count()).isEqualTo(ALL);
    assertThat(rows.select("sensor", "at").distinct().count()).isEqualTo(ALL);
    Row counted =
        spark
            .sql(
                "SELECT sum(c), sum(m) FROM (SELECT sensor, count(*) c, stats.tdigest_count(stats.tdigest(v)) m FROM copied GROUP BY sensor)")
            .first();
    assertThat(counted.getLong(0)).isEqualTo(ALL);
    assertThat(counted.getLong(1))
        .isEqualTo(spark.sql("SELECT count(v) FROM copied").first().getLong(0));
  }

  @Test
  @Order(4)
  void should_fail_where_no_replica_is_left(SparkSession spark) {
    Dataset<Row> rows = table(spark, 1);
    rows.createOrReplaceTempView("single");

    assertThatThrownBy(() -> rows.select("v").toJavaRDD().count())
        .hasStackTraceContaining("the consistency level ONE needs 1 replicas");
    assertThatThrownBy(() -> spark.sql("SELECT count(*), stats.mean(v) FROM single").collect())
        .hasStackTraceContaining("No request has succeeded for 8 s");
  }
}
