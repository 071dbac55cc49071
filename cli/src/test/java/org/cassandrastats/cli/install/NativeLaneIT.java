/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.zone.ZoneRulesProvider;
import java.util.ArrayList;
import java.util.List;
import javax.management.Attribute;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Example;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterConnection;
import org.cassandrastats.cli.connection.ClusterConnection.ContactPoint;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeCapabilitiesReader;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.SmallPack;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A node with the server jar, and user-defined functions disabled. */
final class NativeLaneIT {
  private static final Catalogue CATALOGUE = CatalogueFile.read();

  private static Node node;
  private static CqlSession session;

  @BeforeAll
  static void startNode() {
    node = Node.start(NodeSettings.builder().serverJar(true).udfsEnabled(false).build());
    session = node.sessionBuilder().build();
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

  @Test
  void should_verify_the_native_functions() {
    CommandLineRun verify = run("verify");

    assertThat(verify.exitCode()).as("%s", verify).isZero();
    assertThat(verify.out())
        .contains("Native lane: the server jar " + CATALOGUE.version() + " answers.")
        .contains("as native functions stats.* on 1 node: all functions are as they have to be")
        .containsPattern(
            "total +\\| +%d \\| +%d \\| +%d \\| +0 "
                .formatted(
                    CATALOGUE.functions().size(),
                    CATALOGUE.aggregates().size(),
                    VerificationReport.KnownAnswers.calls(Families.all(CATALOGUE)).size()));
  }

  @Test
  void should_say_in_a_line_what_the_functions_have_done() {
    session.execute("SELECT stats.tdigest(gossip_generation) FROM system.local");

    CommandLineRun verify = run("verify", "--family", "scalars");

    assertThat(verify.exitCode()).as("%s", verify).isZero();
    assertThat(verify.out())
        .containsPattern(
            "(?m)^Health: [1-9][\\d,]* calls over [1-9][\\d,]* rows since the nodes started,"
                + " [\\d,]+ refused.*; largest state [\\d,]+ bytes \\(\\w+\\)\\.$");
  }

  @Test
  void should_find_another_version_a_missing_signature_another_result_type_and_a_wrong_answer() {
    Families other = Families.all(other());
    StringWriter out = new StringWriter();
    int exitCode;
    try (Cluster cluster = connection().open()) {
      Lanes lanes = new NodeCapabilitiesReader(cluster, other, "stats").of(cluster.nodes());
      exitCode =
          new Verification(cluster, other, "stats", cluster.nodes())
              .ofJar(lanes, new PrintWriter(out), Console.plain(), false);
    }

    assertThat(exitCode).as("%s", out).isEqualTo(1);
    assertThat(out.toString())
        .contains(
            "The server jar is of version %s, this tool of 99.0.0".formatted(CATALOGUE.version()))
        .contains("native function moments_text(blob, uuid): is not there: ")
        .contains("native function stats_version(): returns text, expected double")
        .contains("stats_version(): stats_version() gave '" + CATALOGUE.version() + "', expected 1")
        .contains("native function mean(inet): is not there: ")
        .contains("FAILED: cassandra-stats 99.0.0 as native functions stats.* on 1 node: 5");
  }

  /** Two families of another version with two functions and an aggregate that the jar has not. */
  private static Catalogue other() {
    Catalogue ours = CATALOGUE.of(List.of("moments", "scalars"));
    List<Function> functions = new ArrayList<>(ours.functions());
    functions.removeIf(function -> function.name().equals("stats_version"));
    functions.add(
        SmallPack.function("moments_text", List.of("blob", "uuid"), "text", "return null;"));
    functions.add(
        new Function(
            "stats_version",
            "scalars",
            List.of(),
            "double",
            true,
            "return 1.0;",
            "For tests.",
            "Small.version",
            List.of(new Example("stats_version()", "1"))));
    List<Aggregate> aggregates = new ArrayList<>(ours.aggregates());
    aggregates.add(
        new Aggregate(
            "mean", "moments", List.of("inet"), "s", "blob", null, "0x", "double", "", List.of()));
    return new Catalogue("99.0.0", ours.types(), functions, aggregates);
  }

  @Test
  void should_show_what_the_node_offers_and_change_nothing() {
    List<String> before = SchemaSnapshot.of(session);

    CommandLineRun check = run("install", "--jar-check");

    assertThat(check.exitCode()).as("%s", check).isZero();
    assertThat(check.out())
        .containsPattern(
            "127.0.0.1:%d +\\| 5.0.9 +\\| disabled +\\| on +\\| %s +\\| native "
                .formatted(node.address().getPort(), CATALOGUE.version()))
        .containsPattern("functions +\\| stats +\\| active +\\| all ")
        .containsPattern("direct_reads +\\| true +\\| active +\\| all ")
        .containsPattern("running_aggregations +\\| true +\\| active ")
        .containsPattern("aggregation_timeout +\\| 0 +\\| not set: ")
        .containsPattern("result_memory +\\| \\d{8,} +\\| active ")
        .containsPattern("column_types +\\| +\\| active ")
        .containsPattern(
            "time_zone_rules +\\| %s +\\| active "
                .formatted(ZoneRulesProvider.getVersions("UTC").lastKey()))
        .contains("nothing has to be installed");
    assertThat(SchemaSnapshot.of(session)).isEqualTo(before);
  }

  @Test
  void should_name_once_a_node_without_a_limit_for_the_size_of_an_answer() throws Exception {
    String found = "no limit for the size of an answer on 127.0.0.1:" + node.address().getPort();

    assertThat(run("verify", "--family", "scalars").out()).containsOnlyOnce(found);
    assertThat(run("install").out()).containsOnlyOnce(found);
    try (JMXConnector jmx = ManagementConnection.open(node)) {
      set(jmx, "CoordinatorLargeReadAbortThreshold", "32MiB");
      assertThat(run("verify", "--family", "scalars").out()).containsOnlyOnce(found);
      set(jmx, "ReadThresholdsEnabled", true);
      assertThat(run("verify", "--family", "scalars").out()).doesNotContain("size of an answer");
      assertThat(run("install").out()).doesNotContain("size of an answer");
      set(jmx, "CoordinatorLargeReadAbortThreshold", null);
      assertThat(run("verify", "--family", "scalars").out()).containsOnlyOnce(found);
      set(jmx, "ReadThresholdsEnabled", false);
    }
  }

  private static void set(JMXConnector jmx, String attribute, Object value) throws Exception {
    jmx.getMBeanServerConnection()
        .setAttribute(
            new ObjectName("org.apache.cassandra.db:type=StorageService"),
            new Attribute(attribute, value));
  }

  @Test
  void should_have_nothing_to_install_and_nothing_to_remove() {
    List<String> before = SchemaSnapshot.of(session);

    CommandLineRun install = run("install", "--family", "moments");
    CommandLineRun dry = run("install", "--dry-run");
    CommandLineRun uninstall = run("uninstall");

    assertThat(install.exitCode()).as("%s", install).isZero();
    assertThat(install.out())
        .contains("Nothing needs to be installed", "OK: cassandra-stats")
        .doesNotContain("tdigest");
    assertThat(dry.exitCode()).as("%s", dry).isZero();
    assertThat(dry.out()).contains("Nothing needs to be installed").doesNotContain("OK:");
    assertThat(dry.out().lines()).allMatch(line -> line.startsWith("-- "));
    assertThat(uninstall.exitCode()).as("%s", uninstall).isZero();
    assertThat(uninstall.out())
        .contains("Nothing to remove.")
        .contains("native ones of the server jar " + CATALOGUE.version() + " answer stats.*");
    assertThat(SchemaSnapshot.of(session)).isEqualTo(before);
  }

  @Test
  void should_say_where_to_look_if_nothing_answers_in_a_keyspace() {
    CommandLineRun verify = run("verify", "--keyspace", "Elsewhere");

    assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
    assertThat(verify.error())
        .contains("Nothing answers Elsewhere.*", "no server jar does", "give --keyspace");
  }

  private static ClusterConnection connection() {
    return new ClusterConnection(
        List.of(new ContactPoint("127.0.0.1", node.address().getPort())), null, null, null);
  }

  private static CommandLineRun run(String command, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(command, "--contact-point", "127.0.0.1:" + node.address().getPort()));
    arguments.addAll(List.of(more));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }
}
