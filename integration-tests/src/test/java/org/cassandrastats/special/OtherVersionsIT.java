/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.special;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.KnownAnswers;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.OtherJava;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts on the other supported versions of Cassandra. */
@Tag("own-node")
@Order(1)
class OtherVersionsIT {
  /** Most statements by the driver, because cqlsh takes ten times as long; it is the same one. */
  @ParameterizedTest
  @ValueSource(strings = {"4.1.10", "6.0-alpha2"})
  void should_install_answer_and_uninstall(String version) {
    assertInstalledAndRemoved(
        settings(version, true),
        (node, cqlsh) -> {
          LocalPack.install(node.session(), Console.plain());
          CommittedScripts.run(cqlsh.in("stats"), CommittedScripts.script("scalars.cql"));
        });
  }

  @ParameterizedTest
  @CsvSource({"4.1.10, false, 2", "6.0-alpha2, true, 1"})
  @Tag("extended")
  void should_answer_where_cqlsh_has_installed_it(String version, boolean udfThreads, int times) {
    assertInstalledAndRemoved(
        settings(version, udfThreads),
        (node, cqlsh) -> {
          for (int time = 0; time < times; time++) {
            CommittedScripts.run(cqlsh, CommittedScripts.script("install.cql"));
          }
        });
  }

  private static void assertInstalledAndRemoved(
      NodeSettings settings, BiConsumer<LiveNode, Cqlsh> install) {
    try (LiveNode node = LiveNode.start(settings)) {
      Cqlsh cqlsh = Cqlsh.of(node.node());
      install.accept(node, cqlsh);

      KnownAnswers.assertRight(node.session(), "stats");
      CommittedScripts.run(cqlsh, CommittedScripts.script("verify.cql"));
      assertOrderedByDaysAndTimeuuids(node.session(), settings.version().major() == 4);

      CommittedScripts.run(cqlsh, CommittedScripts.script("uninstall.cql"));
      for (String table : new String[] {"functions", "aggregates", "types"}) {
        Row row =
            node.session()
                .execute(
                    "SELECT count(*) FROM system_schema."
                        + table
                        + " WHERE keyspace_name = 'stats'")
                .one();
        assertThat(row.getLong(0)).as(table).isZero();
      }
    }
  }

  /** Days and timeuuids are orders by way of Cassandra's own function, under its name there. */
  private static void assertOrderedByDaysAndTimeuuids(CqlSession session, boolean old) {
    session.execute(
        "CREATE KEYSPACE orders WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute(
        "CREATE TABLE orders.rows (k int, c int, day date, id timeuuid, v int, PRIMARY KEY (k, c))");
    PreparedStatement insert =
        session.prepare("INSERT INTO orders.rows (k, c, day, id, v) VALUES (1, ?, ?, ?, ?)");
    for (int c = 0; c < 3; c++) {
      int turn = (c + 1) % 3;
      LocalDate day = LocalDate.of(1969, 12, 31).plusDays(turn);
      session.execute(insert.bind(c, day, Uuids.startOf(1000L * turn), turn));
    }

    String time = old ? "toTimestamp" : "to_timestamp";
    Row row =
        session
            .execute(
                "SELECT stats.first(v, %1$s(day)), stats.last(v, %1$s(day)), stats.first(v, %1$s(id)), stats.last(v, %1$s(id)), stats.first(v), stats.last(v) FROM orders.rows WHERE k = 1"
                    .formatted(time))
            .one();
    assertThat(IntStream.range(0, 6).map(row::getInt)).containsExactly(0, 2, 0, 2, 1, 0);
  }

  private static NodeSettings settings(String version, boolean udfThreads) {
    NodeSettings.Builder settings =
        NodeSettings.builder().version(CassandraVersion.parse(version)).udfThreads(udfThreads);
    if (version.startsWith("4.")) {
      Path java = OtherJava.home(11);
      settings.javaHome(java);
    }
    return settings.build();
  }
}
