/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.ForkedCluster;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three nodes, each of which has a third of the rows or all of them: one is asked. */
@Tag("own-node")
@Tag("extended")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DirectClusterIT {
  private static final int PARTITIONS = 40;

  private ForkedCluster cluster;
  private LiveNode node;
  private List<NodeBean> jmx;

  @BeforeAll
  void start() {
    cluster = ForkedCluster.start(ClusterSettings.of(3, this::settings), Console.plain());
    node = LiveNode.connect(cluster.forked().get(0));
    jmx =
        cluster.forked().stream()
            .map(each -> new NodeBean(each, "org.cassandrastats:type=DirectReads"))
            .toList();
  }

  private void settings(NodeSettings.Builder builder) {
    builder
        .serverJar(true)
        .udfsEnabled(false)
        .heap("512m")
        .yaml("dynamic_data_masking_enabled", true)
        .yaml("row_cache_size", "16MiB")
        .yaml("tombstone_warn_threshold", 12)
        .yaml(
            "memtable",
            Map.of(
                "configurations",
                Map.of(
                    "default", Map.of("class_name", "SkipListMemtable"),
                    "trie", Map.of("class_name", "TrieMemtable"))));
  }

  @AfterAll
  void stop() {
    jmx.forEach(NodeBean::close);
    node.close();
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void should_answer_the_same_of_ranges_that_are_read_by_several_nodes(int replicas) {
    long seed = System.nanoTime();
    try (Scratch db = node.scratch("histories")) {
      db.run(
          "ALTER KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
              + replicas
              + "}");
      RandomQueries queries =
          new RandomQueries(db, jmx.get(0), seed, PARTITIONS, false).createTables();
      awaitTables();
      queries.compare(600, Effort.times(60));
    }
  }

  /** What a split query sends for whole tables, partitions and groups. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "FROM %s.plain",
        "FROM %s.plain WHERE p = 9",
        "FROM %s.plain WHERE p IN (9, 1, 2)",
        "FROM %s.plain WHERE p = 9 AND a >= 100 AND a < 1700",
        "FROM %s.plain GROUP BY p",
        "FROM %s.plain WHERE p = 9 GROUP BY a",
        "FROM %s.timed WHERE p = 1 GROUP BY floor(a, 4s)",
      })
  void should_read_directly_what_a_split_query_sends(String from) {
    try (Scratch db = node.scratch("split");
        CqlSession all = cluster.sessionBuilder().build()) {
      Histories histories = new Histories(db, new Random(17), PARTITIONS);
      histories.createTables();
      awaitTables();
      histories.write(200);
      histories.writeRows("%s.plain", 2000, 1);
      StatsClient client = StatsClient.of(all);
      StatsQuery query =
          StatsQuery.of(db.in("SELECT count(*), sum(w), stats.histogram(v, -9, 9, 4) " + from));
      setEnabled(false);
      StatsResult expected = client.run(query, StatsOptions.standard(), progress -> {});
      setEnabled(true);
      long statements = sum("Statements");
      long rows = sum("Rows");
      StatsResult found = client.run(query, StatsOptions.standard(), progress -> {});

      assertThat(sum("Statements") - statements)
          .isGreaterThanOrEqualTo(found.statistics().requests());
      assertThat(sum("Rows") - rows).isGreaterThanOrEqualTo(found.statistics().rows());
      assertThat(found.columns()).isEqualTo(expected.columns());
      assertThat(found.rows()).isEqualTo(expected.rows()).isNotEmpty();
    }
  }

  /** The driver does not wait for nodes that it is not to ask. */
  private void awaitTables() {
    LocalCluster.Agreement.await(cluster, List.of(1, 2, 3));
  }

  private void setEnabled(boolean enabled) {
    jmx.forEach(each -> each.set("Enabled", enabled));
  }

  private long sum(String counter) {
    return jmx.stream().mapToLong(each -> each.count(counter)).sum();
  }
}
