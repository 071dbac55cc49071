/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.GuideCommands;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Models of a user on a cluster of the user: what is measured, and that nothing is left there. */
@ExtendWith(NativeNodeExtension.class)
final class CompareOnClusterIT {
  private static final String OWN = "cassandra_stats_bench";
  private static final String REPLICATION =
      " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

  private static NativeNode node;
  private static CqlSession session;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared) {
    node = shared;
    session = node.session();
  }

  /** The commands of the page, on fewer rows and in fewer runs. */
  @Test
  void should_compare_the_models_of_the_page_and_drop_their_keyspaces() throws IOException {
    List<String> commands = GuideCommands.of("docs/compare.md");
    assertThat(commands).hasSize(2);
    for (String command : commands) {
      CommandLineRun run = compare(command);

      assertThat(run.exitCode()).as("%s", run).isZero();
      assertThat(run.out())
          .contains("Rows found by a read: ", "Graphs: ")
          .doesNotContain("different numbers of rows");
      assertThat(keyspaces()).isEmpty();
      assertThat(new ReportFiles(directory.resolve("out"), "compare").runs())
          .allMatch(each -> each.attempt().isExact());
      assertThat(directory.resolve("out/compare/graphs.html"))
          .content()
          .contains("Reads a second, by replicas", "CREATE TABLE", "Beside ");
    }
  }

  /** A table of rows, and one of a row for all readings of a sensor. */
  @Test
  void should_store_every_row_in_each_candidate_and_find_it_again() throws IOException {
    Path rows =
        candidate(
            "rows",
            "CREATE TABLE t (k int, c int, at timestamp, v text, PRIMARY KEY (k, c))",
            "-- insert\nINSERT INTO t (k, c, at, v) VALUES (:k, :c, :at, :v)",
            "-- read all\nSELECT * FROM t",
            "-- read one\nSELECT v FROM t WHERE k = :k AND c = :c",
            "-- update v\nUPDATE t SET v = :v WHERE k = :k AND c = :c");
    Path maps =
        candidate(
            "maps",
            "CREATE TYPE reading (at timestamp, v text)",
            "CREATE TABLE \"T\" (k int PRIMARY KEY, m map<int, frozen<reading>>)",
            "-- insert\nUPDATE \"T\" SET m[:c] = {at: :at, v: :v} WHERE k = :k",
            "-- read all\nSELECT * FROM \"T\"",
            "-- read one\nSELECT m[:c] FROM \"T\" WHERE k = :k");
    StringBuilder csv = new StringBuilder("K,c,at,v\n");
    for (int row = 0; row < 5100; row++) {
      csv.append(
          "%d,%d,2026-03-01T00:00:%02dZ,\"it's, %d\"\n".formatted(row % 10, row, row % 60, row));
    }

    CommandLineRun run = compare(rows, maps, csv.toString());

    assertThat(run.exitCode()).as("%s", run).isZero();
    // All of 5,100 rows, of more than a page; ten partitions of one row each.
    assertThat(run.out()).contains("read one 1.00.", "read all 5,100 in rows, 10.0 in maps.");
    List<MeasuredRun> runs = new ReportFiles(directory.resolve("out"), "compare").runs();
    assertThat(runs).filteredOn(each -> each.cell().containsValue("insert")).hasSize(2 * 19);
    assertThat(runs).filteredOn(each -> each.cell().containsValue("update v")).hasSize(1);
    assertThat(keyspaces()).isEmpty();
  }

  @Test
  void should_leave_alone_what_it_has_not_made_and_what_is_wrong_unloaded() throws IOException {
    Path one =
        candidate(
            "one",
            "CREATE TABLE t (k int PRIMARY KEY, v int)",
            "-- insert\nINSERT INTO t (k, v) VALUES (:k, :v)");
    Path wrong =
        candidate(
            "wrong",
            "CREATE TABLE t (k int PRIMARY KEY, v uuid uuid)",
            "-- insert\nINSERT INTO t (k) VALUES (:k)");

    CommandLineRun type = compare(one, null, "k,v\n1,2\n2,x\n");
    assertThat(type.exitCode()).as("%s", type).isEqualTo(1);
    assertThat(type.error())
        .contains(
            "rows.csv, line 3: \"x\" in the column \"v\" is no int, as which ",
            "one.cql:3 binds it");
    assertThat(keyspaces()).isEmpty();

    CommandLineRun syntax = compare(one, wrong, "k,v\n1,2\n");
    assertThat(syntax.exitCode()).as("%s", syntax).isEqualTo(1);
    assertThat(syntax.error()).contains("wrong.cql:1: ");
    assertThat(keyspaces()).isEmpty();

    session.execute("CREATE KEYSPACE " + OWN + "_1" + REPLICATION);
    session.execute("CREATE KEYSPACE " + OWN + "_2" + REPLICATION);
    CommandLineRun refused = compare(one, wrong, "k,v\n1,2\n");
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.error())
        .contains(
            "exist already: cassandra_stats_bench_1, cassandra_stats_bench_2. They are left alone,",
            "DROP KEYSPACE cassandra_stats_bench_1; DROP KEYSPACE cassandra_stats_bench_2;");
    assertThat(keyspaces()).containsExactlyInAnyOrder(OWN + "_1", OWN + "_2");
    session.execute("DROP KEYSPACE " + OWN + "_1");
    session.execute("DROP KEYSPACE " + OWN + "_2");
  }

  private Path candidate(String name, String... statements) throws IOException {
    return Files.writeString(
        directory.resolve(name + ".cql"), String.join(";\n", statements) + ";");
  }

  private CommandLineRun compare(Path first, Path second, String csv) throws IOException {
    Path rows = Files.writeString(directory.resolve("rows.csv"), csv);
    String candidates = second == null ? "" : " --candidate " + second;
    return compare(
        "bench compare --contact-point HOST --candidate %s%s --data %s"
            .formatted(first, candidates, rows));
  }

  private CommandLineRun compare(String command) {
    return GuideCommands.run(
        node,
        directory,
        command.replace("examples/", "../examples/").replaceFirst("--rows \\d+", "--rows 2000")
            + " --runs 1 --warm-up 0 --requests 30 --output "
            + directory.resolve("out"));
  }

  private static List<String> keyspaces() {
    return session.execute("SELECT keyspace_name FROM system_schema.keyspaces").all().stream()
        .map(row -> row.getString(0))
        .filter(name -> name.startsWith(OWN))
        .toList();
  }
}
