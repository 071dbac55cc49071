/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** The committed scripts, run by the real cqlsh: other tests would meet the functions half made. */
@Isolated
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScriptsIT {
  private static final String KEYSPACE_OF_FAMILY =
      "CREATE KEYSPACE family WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

  private final InstalledPack pack;
  private final Cqlsh cqlsh;

  ScriptsIT(InstalledPack pack) {
    this.pack = pack;
    this.cqlsh = Cqlsh.of(pack.db().node().node());
  }

  @Test
  void should_install_again_over_itself() {
    CommittedScripts.run(cqlsh, CommittedScripts.script("install.cql"));

    assertInstalled(InstalledPack.KEYSPACE);
  }

  @Test
  void should_show_a_summary_that_people_can_read() {
    CommandResult result =
        cqlsh.statements(
            "SELECT stats.summary(position) AS summary FROM system_schema.columns WHERE"
                + " keyspace_name = 'system_schema' AND table_name = 'indexes'");

    assertThat(result.output())
        .containsPattern("count[=:] ?5\\b")
        .containsPattern("mean[=:] ?-0\\.2\\b")
        .containsPattern("stddev[=:] ?0\\.8366");
  }

  /** The first example makes the table that the others read. */
  @Test
  void should_run_every_example() {
    List<Path> examples = new ArrayList<>(CommittedScripts.all("examples"));
    Path first = CommittedScripts.script("examples/sensor.cql");
    assertThat(examples.remove(first)).isTrue();
    examples.add(0, first);

    for (Path example : examples) {
      assertThat(CommittedScripts.run(cqlsh, example).output())
          .as("output of %s", example)
          .isNotBlank();
    }
  }

  @Test
  void should_verify() {
    assertThat(CommittedScripts.run(cqlsh, CommittedScripts.script("verify.cql")).output())
        .contains("0.8366600265340756");
  }

  @Test
  void should_install_into_and_remove_from_a_keyspace_that_needs_quoting() {
    String keyspace = "\"MyStats\"";
    // One family shows what the edit does to any.
    String install =
        CommittedScripts.text("install.cql").replaceAll("(?m)^SOURCE 'cql/(?!moments).*\n", "");
    CommittedScripts.run(
        cqlsh,
        CommittedScripts.altered("elsewhere.cql", ScriptEdits.inKeyspace(install, keyspace)));
    assertInstalled(CatalogueFile.read().of(List.of("moments")), "MyStats");
    assertThat(
            pack.db()
                .value(
                    "SELECT \"MyStats\".moments_count(\"MyStats\".moments(position)) FROM"
                        + " system_schema.columns WHERE keyspace_name = 'system_schema' AND"
                        + " table_name = 'indexes'"))
        .isEqualTo(5L);

    CommittedScripts.run(
        cqlsh,
        CommittedScripts.altered(
            "away.cql", ScriptEdits.inKeyspace(CommittedScripts.text("uninstall.cql"), keyspace)));
    for (String table : List.of("functions", "aggregates", "types")) {
      assertThat(count(table, "MyStats")).as(table).isZero();
    }
    pack.db().run("DROP KEYSPACE " + keyspace);
    assertInstalled(InstalledPack.KEYSPACE);
  }

  @Test
  void should_install_one_family_into_a_keyspace_that_exists() {
    pack.db().run(KEYSPACE_OF_FAMILY);

    CommittedScripts.run(cqlsh.in("family"), CommittedScripts.script("scalars.cql"));

    Catalogue scalars = CatalogueFile.read().of(List.of("scalars"));
    assertInstalled(scalars, "family");
    assertThat(count("aggregates", "family") + count("types", "family")).isZero();
    pack.db().run("DROP KEYSPACE family");
  }

  /** What the heads of the scripts say of exit codes. */
  @Test
  void should_end_with_exit_code_2_after_an_error_but_not_after_one_in_a_script_that_it_sources() {
    Path broken =
        CommittedScripts.altered("broken.cql", "SELECT no_such_function() FROM system.local;\n");
    Path outer = CommittedScripts.altered("outer.cql", "USE stats;\nSOURCE '" + broken + "';\n");
    Path nowhere = CommittedScripts.altered("nowhere.cql", "SOURCE 'cql/no_such_script.cql';\n");

    CommandResult sourced = cqlsh.file(outer);

    assertThat(sourced.errors()).contains("broken.cql", "Unknown function");
    assertThat(sourced.exitCode()).isZero();
    assertThat(cqlsh.in("stats").file(broken).exitCode()).isEqualTo(2);
    assertThat(cqlsh.file(nowhere).exitCode()).isEqualTo(2);
    assertThat(cqlsh.in("no_such_keyspace").file(broken).exitCode()).isEqualTo(1);
  }

  private void assertInstalled(String keyspace) {
    assertThat(count("functions", keyspace)).isEqualTo(Annotated.functions().size());
    assertThat(count("aggregates", keyspace)).isEqualTo(Annotated.aggregates().size());
  }

  private void assertInstalled(Catalogue catalogue, String keyspace) {
    assertThat(count("functions", keyspace)).isEqualTo(catalogue.functions().size());
    assertThat(count("aggregates", keyspace)).isEqualTo(catalogue.aggregates().size());
  }

  private long count(String table, String keyspace) {
    Row row =
        pack.db()
            .row(
                "SELECT count(*) FROM system_schema." + table + " WHERE keyspace_name = ?",
                keyspace);
    return row.getLong(0);
  }
}
