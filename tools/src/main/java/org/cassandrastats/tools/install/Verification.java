/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.PrintWriter;
import java.util.List;
import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.console.Progress;

/** Inspects each node, and compares its answers with the known ones. */
final class Verification {
  private final Cluster cluster;
  private final Catalogue catalogue;
  private final String keyspace;
  private final List<Node> nodes;

  Verification(Cluster cluster, Catalogue catalogue, String keyspace, List<Node> nodes) {
    this.cluster = cluster;
    this.catalogue = catalogue;
    this.keyspace = keyspace;
    this.nodes = List.copyOf(nodes);
  }

  /** Verifies the user-defined functions of the keyspace. */
  int ofSchema(PrintWriter out, Console console, boolean all) {
    return run(new SchemaInspection(cluster, catalogue, keyspace), out, console, all);
  }

  /**
   * Verifies the native functions.
   *
   * @param lanes what each of the nodes offers
   */
  int ofJar(Lanes lanes, PrintWriter out, Console console, boolean all) {
    return run(new JarInspection(cluster, catalogue, lanes), out, console, all);
  }

  /**
   * Runs the checks and prints the result.
   *
   * @param all whether to list the calls that went well, too
   * @return the exit code: 0 if nothing differs
   */
  private int run(Inspection inspection, PrintWriter out, Console console, boolean all) {
    VerificationReport report = new VerificationReport(catalogue);
    List<KnownAnswers.Call> calls = KnownAnswers.calls(catalogue);
    try (Progress progress =
        console.progress("Verifying", (long) calls.size() * nodes.size(), "calls")) {
      long done = 0;
      for (Node node : nodes) {
        boolean callable = inspection.inspect(node, report);
        for (KnownAnswers.Call call : calls) {
          if (callable) {
            report.called(KnownAnswers.ask(cluster, node, keyspace, call), node, all);
          }
          progress.reached(++done);
        }
      }
    }
    report.print(
        out,
        "cassandra-stats %s %s".formatted(catalogue.version(), inspection.subject()),
        nodes.size());
    return report.isGood() ? 0 : 1;
  }
}
