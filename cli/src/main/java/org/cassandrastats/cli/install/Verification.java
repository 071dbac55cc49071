/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.schema.Families;

/** Inspects each node, and compares its answers with the known ones. */
record Verification(Cluster cluster, Families families, String keyspace, List<Node> nodes) {
  Verification {
    nodes = List.copyOf(nodes);
  }

  /** Verifies the user-defined functions of the keyspace. */
  int ofSchema(PrintWriter out, Console console, boolean all) {
    return run(new SchemaInspection(cluster, families, keyspace), out, console, all);
  }

  /**
   * Verifies the native functions.
   *
   * @param lanes what each of the nodes offers
   */
  int ofJar(Lanes lanes, PrintWriter out, Console console, boolean all) {
    return run(new JarInspection(cluster, families.catalogue(), lanes), out, console, all);
  }

  /**
   * Runs the checks and prints the result.
   *
   * @param all whether to list the calls that went well, too
   * @return the exit code: 0 if nothing differs
   */
  private int run(
      VerificationReport.Inspection inspection, PrintWriter out, Console console, boolean all) {
    VerificationReport report = new VerificationReport(families.catalogue());
    List<KnownAnswers.Call> calls = KnownAnswers.calls(families);
    try (Progress progress =
        console.progress("Verifying", (long) calls.size() * nodes.size(), "calls")) {
      long done = 0;
      for (Node node : nodes) {
        Set<String> callable = Set.copyOf(inspection.inspect(node, report));
        for (KnownAnswers.Call call : calls) {
          if (callable.containsAll(call.needs())) {
            report.called(KnownAnswers.ask(cluster, node, keyspace, call), node, all);
          } else if (callable.contains(call.family())) {
            report.note(
                "%s: %s was not called, because it takes functions of these families: %s"
                    .formatted(
                        call.signature(), call.example().call(), String.join(", ", call.needs())),
                node);
          }
          progress.reached(++done);
        }
      }
    }
    report.print(
        out,
        "cassandra-stats %s %s".formatted(families.version(), inspection.subject()),
        nodes.size());
    return report.isGood() ? 0 : 1;
  }
}
