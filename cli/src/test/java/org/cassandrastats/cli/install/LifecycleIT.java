/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterConnection;
import org.cassandrastats.cli.connection.ClusterConnection.ContactPoint;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.InstalledVersion;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every test starts from a family in the keyspace {@code stats}, and changes something. */
final class LifecycleIT {
  private static final Families MOMENTS = new Families(CatalogueFile.read(), List.of("moments"));
  private static final Catalogue CATALOGUE = MOMENTS.catalogue();
  private static final String KNOWN_ROWS =
      " FROM system_schema.columns WHERE keyspace_name = 'system_schema' AND table_name = 'indexes'";

  private static Node node;
  private static CqlSession session;
  private static List<String> installed;

  @BeforeAll
  static void startNode() {
    node = LocalPack.start(NodeSettings.builder(), CATALOGUE, Console.plain());
    session = node.sessionBuilder().build();
    installed = functionsAndAggregates();
  }

  @AfterAll
  static void stopNode() {
    if (session != null) {
      session.close();
    }
    if (node != null) {
      node.close();
    }
  }

  @BeforeEach
  void install() {
    if (!functionsAndAggregates().equals(installed)) {
      assertSucceeds(run("install"));
      assertThat(functionsAndAggregates()).isEqualTo(installed);
    }
  }

  @Test
  void should_change_nothing_when_run_again() {
    List<String> before = SchemaSnapshot.of(session);

    CommandLineRun again = run("install");

    assertSucceeds(again);
    assertThat(again.out())
        .contains("refresh " + CATALOGUE.aggregates().size() + " aggregates")
        .contains("leave " + (CATALOGUE.functions().size() + 1) + " unchanged")
        .doesNotContain("create", "replace");
    assertThat(SchemaSnapshot.of(session)).isEqualTo(before);
  }

  @Test
  void should_replace_an_older_body_and_make_aggregates_take_the_new_one() {
    session.execute(older("moments_mean", "return 42.0;"));
    assertThat(value("stats.mean(position)")).as("aggregates keep the old body").isEqualTo(-0.2);
    refreshMeanByHand();
    assertThat(value("stats.mean(position)")).isEqualTo(42.0);

    CommandLineRun verify = run("verify");
    assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
    assertThat(verify.out())
        .contains("FUNCTION moments_mean(blob): body of version 0.0.1 differs")
        .contains("mean(position) gave 42.0, expected -0.2");

    CommandLineRun upgrade = run("install");
    assertSucceeds(upgrade);
    assertThat(upgrade.out()).contains("replace 1 function", "replace FUNCTION moments_mean(blob)");
    assertThat(value("stats.mean(position)")).isEqualTo(-0.2);
  }

  @Test
  void should_complete_an_upgrade_that_stopped_between_function_and_aggregate() {
    session.execute(older("moments_mean", "return 42.0;"));
    refreshMeanByHand();
    session.execute(function("moments_mean").createStatement("stats."));
    assertThat(value("stats.mean(position)")).isEqualTo(42.0);

    CommandLineRun verify = run("verify");
    assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
    assertThat(verify.out()).contains("mean(position) gave 42.0").doesNotContain("body of version");

    assertSucceeds(run("install"));
    assertThat(value("stats.mean(position)")).isEqualTo(-0.2);
  }

  @Test
  void should_remove_what_is_half_done_say_where_it_stopped_and_complete_it_when_run_again() {
    session.execute("DROP AGGREGATE stats.mean(double)");
    session.execute("DROP AGGREGATE stats.mean(varint)");
    assertSucceeds(run("uninstall"));
    assertThat(count("functions") + count("aggregates") + count("types")).isZero();

    CommandLineRun removed = runOnAll("uninstall", "--drop-keyspace");
    assertSucceeds(removed);
    assertThat(removed.out()).contains("drop KEYSPACE stats");
    CommandLineRun nothing = runOnAll("uninstall", "--drop-keyspace");
    assertSucceeds(nothing);
    assertThat(nothing.out()).contains("Nothing to remove");

    session.execute(
        "CREATE KEYSPACE stats WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    List<SchemaPlan.Step> steps = new ArrayList<>();
    try (Cluster cluster = connection().open()) {
      LiveSchema live = LiveSchema.Reader.read(cluster, cluster.coordinator(), "stats");
      steps.addAll(
          InstallPlanner.plan(MOMENTS, live, new InstallChoices(), "{}").steps().subList(0, 10));
      steps.add(
          5,
          new SchemaPlan.Step(
              SchemaPlan.Step.Action.CREATE, "FUNCTION broken()", "CREATE FUNCTION stats.x"));
      PlanRunner runner = new PlanRunner(cluster, Console.plain(), "Run it again.");

      assertThatThrownBy(() -> runner.run("Installing", cluster.coordinator(), steps))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("Stopped at statement 6 of 11: create FUNCTION broken()")
          .hasMessageContaining("Done before it: 5: create TYPE summary; ")
          .hasMessageContaining("It was not done")
          .hasMessageContaining("Not done: 5: " + steps.get(6))
          .hasMessageContaining("Run it again.");
    }
    assertThat(count("functions")).isEqualTo(4);

    CommandLineRun again = run("install");

    assertSucceeds(again);
    assertThat(again.out())
        .contains("create " + (CATALOGUE.functions().size() - 4) + " functions")
        .contains("leave 5 unchanged");
  }

  @Test
  void should_refuse_to_uninstall_what_is_in_use() {
    session.execute(
        "CREATE AGGREGATE stats.theirs(double) SFUNC moments_accumulate STYPE blob INITCOND 0x");
    session.execute("CREATE TABLE stats.reports (day date PRIMARY KEY, value frozen<summary>)");
    List<String> before = SchemaSnapshot.of(session);
    try {
      CommandLineRun refused = runOnAll("uninstall", "--drop-keyspace");

      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.error())
          .contains("DROP AGGREGATE stats.theirs(double);")
          .contains("Table reports has a column of type summary")
          .contains("Keyspace stats cannot be dropped")
          .contains("Nothing was changed.");
      assertThat(SchemaSnapshot.of(session)).isEqualTo(before);
    } finally {
      session.execute("DROP AGGREGATE stats.theirs(double)");
      session.execute("DROP TABLE stats.reports");
    }
  }

  @Test
  void should_change_nothing_in_a_dry_run() {
    session.execute("DROP AGGREGATE stats.mean(double)");
    List<String> before = SchemaSnapshot.of(session);

    CommandLineRun install = run("install", "--dry-run");
    CommandLineRun elsewhere = runOnAll("install", "--dry-run", "--keyspace", "elsewhere");
    CommandLineRun uninstall = runOnAll("uninstall", "--dry-run", "--drop-keyspace");

    assertSucceeds(install);
    assertThat(install.out()).contains("CREATE OR REPLACE AGGREGATE stats.mean (double)");
    assertSucceeds(elsewhere);
    assertThat(elsewhere.out())
        .contains(
            "CREATE KEYSPACE IF NOT EXISTS elsewhere WITH replication = {'class':"
                + " 'NetworkTopologyStrategy', 'replication_factor': 1};");
    assertSucceeds(uninstall);
    assertThat(uninstall.out()).contains("DROP KEYSPACE IF EXISTS stats;");
    assertThat(SchemaSnapshot.of(session)).isEqualTo(before);
  }

  @Test
  void should_give_statements_that_a_tool_may_cut_at_semicolons() {
    String[] keyspace = {"--keyspace", "migrated"};
    String[] oneLine = {"--keyspace", "migrated", "--dry-run", "--one-line"};
    try {
      CommandLineRun install = run("install", oneLine);
      assertSucceeds(install);
      assertThat(install.error()).contains("Plan for cassandra-stats");

      for (String line : install.out().lines().toList()) {
        assertThat(line).matches("[^;]*;");
        session.execute(line.substring(0, line.length() - 1));
      }

      assertThat(value("migrated.mean(position)")).isEqualTo(-0.2);
      assertSucceeds(run("verify", keyspace));
      assertThat(run("install", oneLine).out()).doesNotContain("FUNCTION");
      assertThat(run("install", "--one-line").exitCode()).isEqualTo(2);
    } finally {
      session.execute("DROP KEYSPACE IF EXISTS migrated");
    }
  }

  @Test
  @Tag("extended")
  void should_work_in_a_keyspace_whose_name_has_to_be_quoted() {
    String[] keyspace = {"--keyspace", "MyStats"};

    assertSucceeds(run("install", keyspace));
    assertThat(value("\"MyStats\".mean(position)")).isEqualTo(-0.2);
    assertSucceeds(run("verify", keyspace));
    assertSucceeds(run("uninstall", "--keyspace", "MyStats", "--drop-keyspace"));

    assertThat(session.execute("SELECT keyspace_name FROM system_schema.keyspaces"))
        .extracting(row -> row.getString(0))
        .contains("stats")
        .doesNotContain("MyStats", "mystats");
  }

  @Test
  void should_find_what_is_missing_and_what_is_foreign() {
    session.execute("DROP AGGREGATE stats.kurtosis(float)");
    session.execute("DROP FUNCTION stats.moments_text(blob)");
    session.execute(
        "CREATE FUNCTION stats.mean(a text) CALLED ON NULL INPUT RETURNS text LANGUAGE java AS"
            + " 'return a;'");
    try {
      CommandLineRun verify = run("verify");

      assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
      assertThat(verify.out())
          .contains("AGGREGATE kurtosis(float): missing")
          .contains("FUNCTION moments_text(blob): missing")
          .contains("mean(text): foreign");
    } finally {
      session.execute("DROP FUNCTION stats.mean(text)");
    }
  }

  @Test
  void should_not_overwrite_a_foreign_function_or_a_newer_one() {
    String foreign =
        "CREATE OR REPLACE FUNCTION stats.moments_max(state blob) CALLED ON NULL INPUT RETURNS"
            + " double LANGUAGE java AS 'return 1.0;'";
    session.execute(foreign);
    session.execute(older("moments_min", "return 1.0;").replace("0.0.1", "99.0.0"));
    List<String> before = SchemaSnapshot.of(session);

    CommandLineRun refused = run("install");

    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.error())
        .contains("moments_max(blob) that is not of this pack")
        .contains("functions of version 99.0.0; this is the older version " + CATALOGUE.version());
    assertThat(SchemaSnapshot.of(session)).isEqualTo(before);
    assertSucceeds(run("install", "--replace-foreign", "--allow-downgrade"));
  }

  @Test
  void should_re_create_a_function_whose_result_type_has_changed() {
    session.execute("DROP FUNCTION stats.moments_text(blob)");
    session.execute(
        "CREATE FUNCTION stats.moments_text(state blob) CALLED ON NULL INPUT RETURNS int LANGUAGE"
            + " java AS '// cassandra-stats 0.0.1, old\nreturn 1;'");

    CommandLineRun upgrade = run("install");

    assertSucceeds(upgrade);
    assertThat(upgrade.out()).contains("drop FUNCTION moments_text(blob)");
  }

  @Test
  void should_work_on_a_family_and_leave_others_as_they_are() {
    String gone =
        "CREATE OR REPLACE FUNCTION stats.moments_gone(state blob) CALLED ON NULL INPUT RETURNS blob"
            + " LANGUAGE java AS '// cassandra-stats 0.0.1, org.cassandrastats.udf.moments.Moments.gone\n"
            + "return state;'";
    session.execute(gone);
    List<String> before = functionsAndAggregates();
    try {
      CommandLineRun install = runOnAll("install", "--family", "scalars", "--prune");
      assertSucceeds(install);
      assertThat(install.out())
          .contains("OK: cassandra-stats %s (scalars) in".formatted(CATALOGUE.version()))
          .doesNotContain("moments", "drop");
      assertThat(functionsAndAggregates()).containsAll(before);
      assertSucceeds(runOnAll("verify", "--family", "scalars"));

      CommandLineRun moments = runOnAll("verify", "--family", "moments");
      assertThat(moments.exitCode()).as("%s", moments).isEqualTo(1);
      assertThat(moments.out()).contains("moments_gone(blob): is of another version");
      assertSucceeds(run("install", "--prune"));
      assertSucceeds(runOnAll("verify", "--family", "moments,scalars"));

      CommandLineRun refused = runOnAll("uninstall", "--family", "scalars", "--drop-keyspace");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.error()).contains("it holds more: type summary, family moments. Leave");
    } finally {
      assertSucceeds(runOnAll("uninstall", "--family", "scalars"));
    }
    assertThat(functionsAndAggregates()).isEqualTo(installed);
  }

  @Test
  void should_name_each_absent_family_in_one_line() {
    CommandLineRun verify = runOnAll("verify");
    CommandLineRun other = runOnAll("verify", "--family", "tdigest");

    assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
    long absent =
        verify
            .out()
            .lines()
            .filter(line -> line.matches("Family \\w+ is not installed: install --family .*"))
            .count();
    assertThat(absent).isGreaterThanOrEqualTo(6);
    assertThat(verify.out())
        .contains("Family tdigest is not installed: install --family tdigest adds it.")
        .contains("verify --family moments checks what is installed")
        .contains("on 1 node: " + absent + " differences.")
        .doesNotContain("missing", "gave");
    assertThat(other.exitCode()).as("%s", other).isEqualTo(1);
    assertThat(other.out())
        .contains("Family tdigest is not installed: install --family tdigest adds it.")
        .contains("on 1 node: 1 differences.");
  }

  @Test
  void should_tell_the_version_of_a_local_node_without_the_function_for_it() {
    assertThat(InstalledVersion.of(session)).contains(CATALOGUE.version());
  }

  @Test
  void should_say_what_is_wrong_with_the_contact_point() {
    CommandLineRun storage =
        CommandLineRun.of("verify", "--contact-point", "127.0.0.1:" + node.storagePort());
    CommandLineRun datacenter = run("verify", "--local-datacenter", "elsewhere");
    CommandLineRun text = CommandLineRun.of("verify", "--contact-point", "nine:nine");

    assertThat(storage.exitCode()).isEqualTo(1);
    assertThat(storage.error()).contains("another service's port");
    assertThat(datacenter.exitCode()).isEqualTo(1);
    assertThat(datacenter.error())
        .contains("no datacenter \"elsewhere\": the cluster has datacenter1");
    assertThat(text.exitCode()).isEqualTo(2);
  }

  private static CommandLineRun run(String command, String... more) {
    List<String> options = new ArrayList<>(List.of(more));
    options.addAll(List.of("--family", "moments"));
    return runOnAll(command, options.toArray(String[]::new));
  }

  private static CommandLineRun runOnAll(String command, String... more) {
    InetSocketAddress address = node.address();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--contact-point",
                address.getAddress().getHostAddress() + ":" + address.getPort()));
    arguments.addAll(List.of(more));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }

  private static ClusterConnection connection() {
    return new ClusterConnection(
        List.of(new ContactPoint("127.0.0.1", node.address().getPort())), null, null, null);
  }

  private static void assertSucceeds(CommandLineRun run) {
    assertThat(run.exitCode()).as("%s", run).isZero();
  }

  private static Function function(String name) {
    return CATALOGUE.functions().stream()
        .filter(function -> function.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Replaces a function that takes a state and returns a double by one of an older version. */
  private static String older(String name, String code) {
    return "CREATE OR REPLACE FUNCTION stats.%s(state blob) CALLED ON NULL INPUT RETURNS double LANGUAGE java AS '// cassandra-stats 0.0.1, old\n%s'"
        .formatted(name, code);
  }

  private static void refreshMeanByHand() {
    session.execute(
        "CREATE OR REPLACE AGGREGATE stats.mean(varint) SFUNC moments_accumulate STYPE blob FINALFUNC"
            + " moments_mean INITCOND 0x");
  }

  private static double value(String call) {
    Row row = session.execute("SELECT " + call + KNOWN_ROWS).one();
    return row.getDouble(0);
  }

  private static List<String> functionsAndAggregates() {
    return SchemaSnapshot.of(session).stream()
        .filter(row -> row.startsWith("functions ") || row.startsWith("aggregates "))
        .toList();
  }

  private static int count(String table) {
    return session
        .execute("SELECT * FROM system_schema." + table + " WHERE keyspace_name = 'stats'")
        .all()
        .size();
  }
}
