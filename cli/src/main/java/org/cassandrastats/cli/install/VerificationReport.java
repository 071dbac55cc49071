/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.cli.connection.Cluster;

/** What a verification has found, on which nodes. */
final class VerificationReport {
  private static final int SHOWN = 50;

  private final VerifyTally tally;
  private final Map<String, List<String>> findings = new LinkedHashMap<>();

  VerificationReport(Catalogue catalogue) {
    this.tally = new VerifyTally(catalogue);
  }

  /** Something that is not as it has to be; the family may be empty. */
  void differs(String family, String finding, Node node) {
    tally.differs(family);
    note(finding, node);
  }

  /** A call that was made. */
  void called(KnownAnswers.Outcome outcome, Node node, boolean shown) {
    tally.called(outcome.call().family(), outcome.isRight());
    if (!outcome.isRight() || shown) {
      note(outcome.toString(), node);
    }
  }

  /** Something worth a line that is no failure by itself. */
  void note(String finding, Node node) {
    findings.computeIfAbsent(finding, key -> new ArrayList<>()).add(Cluster.name(node));
  }

  boolean isGood() {
    return tally.failures() == 0;
  }

  /**
   * Prints it.
   *
   * @param subject what was verified
   * @param nodes how many nodes were asked
   */
  void print(PrintWriter out, String subject, int nodes) {
    out.println(tally.table());
    findings.entrySet().stream()
        .limit(isGood() ? Integer.MAX_VALUE : SHOWN)
        .forEach(
            entry -> {
              boolean everywhere = entry.getValue().size() == nodes;
              out.println(
                  everywhere
                      ? entry.getKey()
                      : entry.getKey() + " [on " + String.join(", ", entry.getValue()) + "]");
            });
    out.printf(
        "%s: %s on %d node%s: %s%n",
        isGood() ? "OK" : "FAILED",
        subject,
        nodes,
        nodes == 1 ? "" : "s",
        isGood() ? "all functions are as they have to be." : tally.failures() + " differences.");
    out.flush();
  }
}
