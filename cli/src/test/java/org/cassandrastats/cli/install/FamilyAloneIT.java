/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each family works without any other: it is installed, asked and uninstalled by itself. */
final class FamilyAloneIT {
  private static Node node;

  @BeforeAll
  static void startNode() {
    node = Node.start(NodeSettings.builder().build());
  }

  @AfterAll
  static void stopNode() {
    if (node != null) {
      node.close();
    }
  }

  static List<String> families() {
    return CatalogueFile.read().families();
  }

  /** The answers that {@code verify} expects are those of the reference's examples. */
  @ParameterizedTest
  @MethodSource("families")
  void should_work_without_any_other_family(String family) {
    assertSucceeds(run("install", family));
    CommandLineRun verify = run("verify", family);
    assertSucceeds(verify);
    assertThat(verify.out()).contains("(" + family + ")");
    assertSucceeds(run("uninstall", family, "--drop-keyspace"));

    assertThat(run("verify", family).exitCode()).isEqualTo(1);
  }

  private static CommandLineRun run(String command, String family, String... more) {
    InetSocketAddress address = node.address();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--contact-point",
                address.getAddress().getHostAddress() + ":" + address.getPort(),
                "--keyspace",
                "alone",
                "--family",
                family));
    arguments.addAll(List.of(more));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }

  private static void assertSucceeds(CommandLineRun run) {
    assertThat(run.exitCode()).as("%s", run).isZero();
  }
}
