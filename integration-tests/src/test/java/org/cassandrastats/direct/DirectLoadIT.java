/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As many direct reads, or cursor reads, at a time as a node answers requests. */
@Tag("own-node")
@Tag("extended")
class DirectLoadIT {
  private static final int ROWS = 250_000;
  private static final int AT_ONCE = 128;
  private static final Duration LONGEST = Duration.ofMinutes(20);
  private static final List<Integer> PAGES = List.of(500, 5_000, 20_000);
  private static final List<String> SELECTORS =
      List.of(
          "count(*), avg(v)",
          "sum(w), max(a), min(x), count(x)",
          "stats.mean(v), stats.moments(w)",
          "stats.tdigest(v)",
          "max(v), stats.mean(cast(w as double))");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void should_keep_to_its_memory_under_128_aggregations(boolean byCursors) throws Exception {
    try (LiveNode node =
            LiveNode.start(
                NodeSettings.builder()
                    .version(Lane.cassandra())
                    .serverJar(true)
                    .udfsEnabled(false)
                    .heap("2g")
                    .yaml("read_request_timeout", LONGEST.toSeconds() + "s")
                    .yaml("native_transport_timeout", LONGEST.toSeconds() + "s")
                    .build());
        NodeBean reads = new NodeBean(node.node(), "org.cassandrastats:type=DirectReads");
        NodeBean cursors = new NodeBean(node.node(), "org.cassandrastats:type=CursorReads");
        NodeBean running =
            new NodeBean(node.node(), "org.cassandrastats:type=RunningAggregations");
        CqlSession session = session(node)) {
      session.execute(
          "CREATE KEYSPACE load WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
      session.execute("CREATE TABLE load.rows" + NumberedRows.COLUMNS);
      NumberedRows.write(session, "load.rows", 9, 0, ROWS, ConsistencyLevel.ONE);
      new NodeJmx(node.node()).flush("load");
      reads.set("Enabled", false);
      Map<String, String> expected =
          SELECTORS.stream()
              .collect(Collectors.toMap(each -> each, each -> ask(session, each, 5000).join()));
      assertThat(expected.get(SELECTORS.get(0))).contains(Integer.toString(ROWS));
      reads.set("Enabled", true);
      cursors.set("Enabled", byCursors);

      List<CompletableFuture<Void>> answers = new ArrayList<>();
      for (int request = 0; request < AT_ONCE; request++) {
        String selector = SELECTORS.get(request % SELECTORS.size());
        answers.add(
            ask(session, selector, PAGES.get(request % PAGES.size()))
                .thenAccept(found -> assertThat(found).isEqualTo(expected.get(selector))));
      }
      CompletableFuture<Void> all =
          CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
      long most = 0;
      long atOnce = 0;
      while (!all.isDone()) {
        most = Math.max(most, reads.count("HeldBytes"));
        atOnce = Math.max(atOnce, ((String[]) running.get("Running")).length);
        TimeUnit.MILLISECONDS.sleep(20);
      }

      System.err.printf(
          "%d aggregations at once, %,d bytes held at most of %,d, %,d pages held, %,d spilled, %,d by cursors%n",
          atOnce,
          most,
          reads.count("LargestHeldBytes"),
          reads.count("Pages"),
          reads.count("SpilledPages"),
          cursors.count("Pages"));
      all.get();
      assertThat(most).isBetween(1L, reads.count("LargestHeldBytes"));
      assertThat(atOnce).isGreaterThan(AT_ONCE / 2);
      assertThat(reads.count("HeldBytes")).isZero();
      assertThat(reads.get("Error")).isNull();
      assertThat(cursors.get("Error")).isNull();
      assertThat(cursors.count("Pages") > 0).isEqualTo(byCursors);
      assertThat(Files.readString(node.node().log(), StandardCharsets.ISO_8859_1))
          .doesNotContain("java.lang.OutOfMemoryError");
    }
  }

  /** Whose connection stays although no thread is left to answer a heartbeat. */
  private static CqlSession session(LiveNode node) {
    return node.node()
        .sessionBuilder()
        .withConfigLoader(
            LocalSessions.configuration()
                .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, LONGEST)
                .build())
        .build();
  }

  private static CompletableFuture<String> ask(CqlSession session, String selector, int pageSize) {
    return session
        .executeAsync(
            SimpleStatement.newInstance("SELECT " + selector + " FROM load.rows WHERE p = 9")
                .setPageSize(pageSize)
                .setConsistencyLevel(ConsistencyLevel.LOCAL_ONE)
                .setTimeout(LONGEST))
        .thenApply(AsyncResultSet::one)
        .thenApply(row -> row.getFormattedContents())
        .toCompletableFuture();
  }
}
