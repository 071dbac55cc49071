/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that has the server jar and user-defined functions as well. */
@Tag("extended")
final class BothLanesIT {
  private static final String JAR = CatalogueFile.read().version();
  private static final String FAMILY = "--family=moments";

  @TempDir private Path directory;

  private NodeSettings.Builder settings() {
    return NodeSettings.builder().directory(directory).serverJar(true);
  }

  @Test
  void should_move_to_the_native_lane_by_uninstalling() {
    try (Node node = Node.start(settings().build())) {
      assertMovesThereAndBack(node);
    }
    try (Node node = Node.start(settings().udfsEnabled(false).build());
        CqlSession session = node.sessionBuilder().build()) {
      assertShowsTheWayOut(node, session);
    }
  }

  private static void assertMovesThereAndBack(Node node) {
    CommandLineRun first = run(node, "install", FAMILY);
    assertThat(first.exitCode()).as("%s", first).isZero();
    assertThat(first.out())
        .contains(
            "Warning: Every node has the server jar " + JAR + ", which answers stats.* already")
        .contains("in keyspace stats on 1 node: all functions are as they have to be");
    CommandLineRun check = run(node, "install", "--jar-check");
    assertThat(check.exitCode()).as("%s", check).isZero();
    assertThat(check.out())
        .containsPattern("\\| 5.0.9 +\\| enabled +\\| on +\\| " + JAR + " +\\| CQL ")
        .contains("uninstall (or uninstall.cql) moves all queries to the native lane");

    CommandLineRun uninstall = run(node, "uninstall");
    assertThat(uninstall.exitCode()).as("%s", uninstall).isZero();
    assertThat(uninstall.out())
        .contains("Removed.")
        .contains("the native ones of the server jar " + JAR + " answer stats.* on every node");
    CommandLineRun verify = run(node, "verify", FAMILY);
    assertThat(verify.exitCode()).as("%s", verify).isZero();
    assertThat(verify.out()).contains("Native lane", "as native functions stats.*");

    CommandLineRun back = run(node, "install", FAMILY);
    assertThat(back.exitCode()).as("%s", back).isZero();
    assertThat(run(node, "verify", FAMILY).out()).contains("CQL lane");
  }

  /** The functions are still in the schema, but may not run any more. */
  private static void assertShowsTheWayOut(Node node, CqlSession session) {
    List<String> before = SchemaSnapshot.of(session);
    CommandLineRun check = run(node, "install", "--jar-check");
    CommandLineRun install = run(node, "install", FAMILY);
    CommandLineRun verify = run(node, "verify", FAMILY);
    assertThat(SchemaSnapshot.of(session)).isEqualTo(before);

    assertThat(check.out())
        .containsPattern("\\| 5.0.9 +\\| disabled +\\| on +\\| " + JAR + " +\\| CQL ")
        .contains("are refused on 127.0.0.1:", "uninstall (or uninstall.cql) drops them");
    assertThat(install.exitCode()).as("%s", install).isEqualTo(1);
    assertThat(install.error())
        .contains("User-defined functions are disabled on 127.0.0.1:")
        .contains("run uninstall, and its native functions answer")
        .contains("Nothing was changed.");
    assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
    assertThat(verify.out()).contains("gave an error (", "User-defined functions are disabled");

    CommandLineRun uninstall = run(node, "uninstall");
    assertThat(uninstall.exitCode()).as("%s", uninstall).isZero();
    CommandLineRun after = run(node, "verify", FAMILY);
    assertThat(after.exitCode()).as("%s", after).isZero();
    assertThat(after.out()).contains("Native lane");
  }

  private static CommandLineRun run(Node node, String command, String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = command;
    arguments[1] = "--contact-point";
    arguments[2] = "127.0.0.1:" + node.address().getPort();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return CommandLineRun.of(arguments);
  }
}
