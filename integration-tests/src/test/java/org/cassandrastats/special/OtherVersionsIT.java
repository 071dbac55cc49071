/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.special;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.JavaEleven;
import org.cassandrastats.live.KnownAnswers;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.Scripts;
import org.cassandrastats.tools.node.CassandraVersion;
import org.cassandrastats.tools.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts on the other supported versions of Cassandra. */
@Tag("own-node")
class OtherVersionsIT {
  @ParameterizedTest
  @ValueSource(strings = {"4.1.10", "6.0-alpha2"})
  void should_install_answer_and_uninstall(String version) {
    assertInstalledAndRemoved(version, true, 1);
  }

  @Test
  @Tag("extended")
  void should_answer_without_threads_on_4_1_where_it_is_installed_twice() {
    assertInstalledAndRemoved("4.1.10", false, 2);
  }

  private static void assertInstalledAndRemoved(String version, boolean udfThreads, int times) {
    try (LiveNode node = LiveNode.start(settings(version, udfThreads))) {
      Cqlsh cqlsh = Cqlsh.of(node.node());
      for (int time = 0; time < times; time++) {
        Scripts.run(cqlsh, Scripts.script("install.cql"));
      }

      KnownAnswers.assertRight(node.session(), "stats");
      Scripts.run(cqlsh, Scripts.script("verify.cql"));

      Scripts.run(cqlsh, Scripts.script("uninstall.cql"));
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

  private static NodeSettings settings(String version, boolean udfThreads) {
    NodeSettings.Builder settings =
        NodeSettings.builder().version(CassandraVersion.parse(version)).udfThreads(udfThreads);
    if (version.startsWith("4.")) {
      Path java = JavaEleven.home();
      settings.javaHome(java);
    }
    return settings.build();
  }
}
