/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.special;

import static org.assertj.core.api.Assertions.assertThat;

import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.command.Awaited;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a role may do before and after grants.cql. */
@Tag("own-node")
class PermissionsIT {
  private static final String MEAN = "SELECT stats.mean(value) FROM shop.prices";

  @Test
  void should_let_a_role_call_the_functions_and_do_no_more() throws Exception {
    try (LiveNode node = LiveNode.startWithPack(NodeSettings.builder().authentication(true))) {
      Cqlsh admin = Cqlsh.of(node.node(), "cassandra", "cassandra");
      Cqlsh user = Cqlsh.of(node.node(), "stats_user", "secret");
      for (String statement :
          new String[] {
            "CREATE ROLE IF NOT EXISTS stats_user WITH PASSWORD = 'secret' AND LOGIN = true",
            "CREATE KEYSPACE shop WITH replication ="
                + " {'class': 'SimpleStrategy', 'replication_factor': 1}",
            "CREATE TABLE shop.prices (id int PRIMARY KEY, value double)",
            "INSERT INTO shop.prices (id, value) VALUES (1, 2.5)",
            "GRANT SELECT ON TABLE shop.prices TO stats_user"
          }) {
        node.session().execute(statement);
      }

      assertUnauthorized(user.statements(MEAN), "EXECUTE");

      CommittedScripts.run(admin, CommittedScripts.script("grants.cql"));

      CommandResult mean = Awaited.last(() -> user.statements(MEAN), run -> run.exitCode() == 0);
      assertThat(mean.exitCode()).as("%s", mean).isZero();
      assertThat(mean.output()).contains("2.5");
      assertUnauthorized(
          user.statements(
              "CREATE FUNCTION stats.own (a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE"
                  + " java AS 'return a;'"),
          "CREATE");
      assertUnauthorized(user.statements("DROP AGGREGATE stats.mean (varint)"), "DROP");

      node.session().execute("DROP AGGREGATE stats.mean (double)");
      node.session().execute(mean().createStatement("stats."));
      assertThat(user.statements(MEAN).output())
          .as("after the aggregate was dropped and made again")
          .contains("2.5");
    }
  }

  private static Aggregate mean() {
    return CatalogueFile.read().aggregates().stream()
        .filter(aggregate -> aggregate.signature().equals("mean(double)"))
        .findFirst()
        .orElseThrow();
  }

  private static void assertUnauthorized(CommandResult result, String permission) {
    assertThat(result.exitCode()).as("%s", result).isNotZero();
    assertThat(result.errors()).contains("Unauthorized").contains(permission);
  }
}
