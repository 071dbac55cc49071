/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two nodes of a cluster, of which one has the server jar. */
@Tag("extended")
final class MixedNodesIT {
  private static final String JAR = CatalogueFile.read().version();
  private static final String FAMILY = "--family=moments";
  private static final int DIFFERENT = 3;

  @Test
  void should_name_the_node_without_the_jar_in_every_command() {
    try (Node first = Node.start(NodeSettings.builder().serverJar(true).build())) {
      String having = "127.0.0.1:" + first.address().getPort();
      String lacking = "127.0.0.2:" + first.address().getPort();
      try (Node second = SecondNode.join(first)) {
        assertThat(second.address().getPort()).isEqualTo(first.address().getPort());
        nothingInstalled(having, lacking);
        installed(having, lacking);
        CommandLineRun uninstall = run(having, "uninstall", "--dry-run");
        assertThat(uninstall.exitCode()).as("%s", uninstall).isZero();
        assertThat(uninstall.out())
            .contains(
                "Warning: Without the user-defined functions, the native ones of the server jar")
            .contains("on " + having + "; through " + lacking + ",")
            .contains("every call fails");
      }
      secondStopped(having, lacking);
    }
  }

  private static void nothingInstalled(String having, String lacking) {
    CommandLineRun check = run(having, "install", "--jar-check");
    assertThat(check.exitCode()).as("%s", check).isEqualTo(DIFFERENT);
    assertThat(check.out())
        .containsPattern(row(having, JAR, "native"))
        .containsPattern(row(lacking, "-", "none"))
        .contains("The server jar is missing on " + lacking + ": queries that arrive there fail.");

    CommandLineRun verify = run(having, "verify", FAMILY);
    assertThat(verify.exitCode()).as("%s", verify).isEqualTo(1);
    assertThat(verify.out())
        .contains("The server jar is missing")
        .contains("[on " + lacking + "]")
        .containsPattern("(?m)^Health: .* Not known of " + Pattern.quote(lacking) + " \\(.*\\)$")
        .contains("as native functions stats.* on 2 nodes: 1 differences.");

    CommandLineRun running = run(having, "running");
    assertThat(running.exitCode()).as("%s", running).isEqualTo(1);
    assertThat(running.out()).isEqualTo("0 running, on 1 of 2 nodes\n");
    assertThat(running.error()).contains(lacking + ": has no server jar that shows what runs");
  }

  private static void installed(String having, String lacking) {
    CommandLineRun install = run(having, "install", FAMILY);
    assertThat(install.exitCode()).as("%s", install).isZero();

    CommandLineRun check = run(lacking, "install", "--jar-check");
    assertThat(check.exitCode()).as("%s", check).isEqualTo(DIFFERENT);
    assertThat(check.out())
        .containsPattern(row(having, JAR, "CQL"))
        .containsPattern(row(lacking, "-", "CQL"))
        .contains("missing on " + lacking + ": keep the user-defined functions");

    CommandLineRun verify = run(having, "verify", FAMILY);
    assertThat(verify.exitCode()).as("%s", verify).isZero();
    assertThat(verify.out())
        .contains("CQL lane: the user-defined functions of keyspace stats answer.")
        .contains("They go before the native functions of the server jar " + JAR + " on " + having);
  }

  private static void secondStopped(String having, String lacking) {
    CommandLineRun check = run(having, "install", "--jar-check");
    assertThat(check.exitCode()).as("%s", check).isEqualTo(DIFFERENT);
    assertThat(check.out())
        .containsPattern(row(having, JAR, "CQL"))
        .containsPattern(lacking + " +\\| .* unknown +\\| unknown +\\| unknown +\\| unknown ")
        .contains(lacking + ": cannot be asked: ")
        .contains("What " + lacking + " would answer is not known");
  }

  private static String row(String node, String jar, String lane) {
    return "%s +\\| 5.0.9 +\\| enabled +\\| on +\\| %s +\\| %s ".formatted(node, jar, lane);
  }

  private static CommandLineRun run(String contactPoint, String command, String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = command;
    arguments[1] = "--contact-point";
    arguments[2] = contactPoint;
    System.arraycopy(more, 0, arguments, 3, more.length);
    return CommandLineRun.of(arguments);
  }
}
