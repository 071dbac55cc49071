/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.cql.catalogue.Function;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.console.Progress;

/** Compares what each node has with the catalogue, and its answers with the known ones. */
final class Verification {
  private static final int SHOWN = 50;

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

  /**
   * Runs the checks and prints the result.
   *
   * @param all whether to list the calls that went well, too
   * @return the exit code: 0 if nothing differs
   */
  int run(PrintWriter out, Console console, boolean all) {
    Tally tally = new Tally(catalogue);
    Map<String, List<String>> findings = new LinkedHashMap<>();
    List<KnownAnswers.Call> calls = KnownAnswers.calls(catalogue);
    try (Progress progress =
        console.progress("Verifying", (long) calls.size() * nodes.size(), "calls")) {
      long done = 0;
      for (Node node : nodes) {
        schema(node, tally, findings);
        for (KnownAnswers.Call call : calls) {
          KnownAnswers.Outcome outcome = KnownAnswers.ask(cluster, node, keyspace, call);
          tally.called(call.family(), outcome.isRight());
          if (!outcome.isRight() || all) {
            add(findings, outcome.toString(), node);
          }
          progress.reached(++done);
        }
      }
    }
    print(out, tally, findings);
    return tally.failures() == 0 ? 0 : 1;
  }

  private void schema(Node node, Tally tally, Map<String, List<String>> findings) {
    LiveSchema live = LiveSchemaReader.read(cluster, node, keyspace);
    if (!live.exists()) {
      add(findings, "There is no keyspace " + keyspace + ".", node);
    }
    for (SchemaComparison.Difference difference : SchemaComparison.compare(catalogue, live)) {
      tally.differs(difference.family());
      add(findings, difference.toString(), node);
    }
    foreign(live, node, tally, findings);
  }

  private void foreign(
      LiveSchema live, Node node, Tally tally, Map<String, List<String>> findings) {
    List<Signature> wanted = new ArrayList<>();
    Map<String, String> families = new LinkedHashMap<>();
    for (Function function : catalogue.functions()) {
      wanted.add(Signature.of(function));
      families.put(function.name(), function.family());
    }
    catalogue
        .aggregates()
        .forEach(
            aggregate -> {
              wanted.add(Signature.of(aggregate));
              families.put(aggregate.name(), aggregate.family());
            });
    List<Signature> found = new ArrayList<>(live.functions().keySet());
    found.addAll(live.aggregates().keySet());
    for (Signature signature : found) {
      boolean ofPack =
          live.functions().containsKey(signature) && live.functions().get(signature).isOfPack();
      boolean sameName = families.containsKey(signature.name());
      if (!wanted.contains(signature) && (ofPack || sameName)) {
        tally.differs(families.getOrDefault(signature.name(), ""));
        add(
            findings,
            ofPack
                ? "FUNCTION %s: is of another version of the pack; install --prune drops it"
                    .formatted(signature)
                : "%s: foreign, and has the name of one of the pack's".formatted(signature),
            node);
      }
    }
  }

  private static void add(Map<String, List<String>> findings, String finding, Node node) {
    findings.computeIfAbsent(finding, key -> new ArrayList<>()).add(Cluster.name(node));
  }

  private void print(PrintWriter out, Tally tally, Map<String, List<String>> findings) {
    out.println(tally.table());
    findings.entrySet().stream()
        .limit(SHOWN + (tally.failures() == 0 ? Integer.MAX_VALUE - SHOWN : 0))
        .forEach(
            entry -> {
              boolean everywhere = entry.getValue().size() == nodes.size();
              out.println(
                  everywhere
                      ? entry.getKey()
                      : entry.getKey() + " [on " + String.join(", ", entry.getValue()) + "]");
            });
    out.printf(
        "%s: cassandra-stats %s in keyspace %s on %d node%s: %s%n",
        tally.failures() == 0 ? "OK" : "FAILED",
        catalogue.version(),
        keyspace,
        nodes.size(),
        nodes.size() == 1 ? "" : "s",
        tally.failures() == 0
            ? "all functions are as they have to be."
            : tally.failures() + " differences.");
    out.flush();
  }
}
