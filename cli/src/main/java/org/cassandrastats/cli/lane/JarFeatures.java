/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.Tables;

/** What the server jar does on the nodes that say so, and in what these differ. */
public final class JarFeatures {
  private static final List<String> HEADER = List.of("server jar", "setting", "state", "nodes");
  private static final String ALL = "all";

  /** The nodes by what they say of a feature, by its name. */
  private final Map<String, Map<JarFeature, List<String>>> byName = new TreeMap<>();

  public JarFeatures(List<NodeCapabilities> offers) {
    for (NodeCapabilities offer : offers) {
      for (JarFeature feature : offer.features()) {
        byName
            .computeIfAbsent(feature.name(), name -> new LinkedHashMap<>())
            .computeIfAbsent(feature, said -> new ArrayList<>())
            .add(offer.node());
      }
    }
  }

  /** Shows a line for each feature, and one more for each other setting or state of it. */
  public void print(PrintWriter out) {
    if (byName.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    byName.forEach(
        (name, nodes) ->
            nodes.forEach(
                (feature, saying) ->
                    rows.add(
                        List.of(
                            name,
                            feature.value(),
                            feature.state(),
                            nodes.size() == 1 ? ALL : String.join(", ", saying)))));
    out.println(Tables.of(HEADER, rows));
    out.flush();
  }

  /** What to do where nodes differ: a sentence or two, or none. */
  public List<String> advice() {
    List<String> sentences = new ArrayList<>();
    List<String> different =
        byName.keySet().stream()
            .filter(name -> byName.get(name).size() > 1)
            .collect(Collectors.toList());
    if (different.remove(JarFeature.TIME_ZONE_RULES)) {
      sentences.add(
          "The nodes have different rules of time zones: "
              + byName.get(JarFeature.TIME_ZONE_RULES).entrySet().stream()
                  .map(
                      rules ->
                          rules.getKey().value() + " on " + String.join(", ", rules.getValue()))
                  .collect(Collectors.joining("; "))
              + ". Functions that take a zone may answer differently through each, and GROUP BY of"
              + " time_bucket with a zone and LIMIT may give fewer groups: run the same release of"
              + " the JDK on every node.");
    }
    if (!different.isEmpty()) {
      sentences.add(
          "The server jar differs between nodes in "
              + String.join(", ", different)
              + ": give its properties the same values on every node, as docs/server-jar-settings.md says.");
    }
    return sentences;
  }
}
