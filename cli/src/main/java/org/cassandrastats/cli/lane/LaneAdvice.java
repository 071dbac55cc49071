/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What to do, or not to do, with a cluster whose nodes offer this. */
public final class LaneAdvice {
  private final Lanes lanes;
  private final String keyspace;
  private final String version;

  /**
   * Advice on a cluster.
   *
   * @param lanes of all its nodes
   * @param version of this tool
   */
  public LaneAdvice(Lanes lanes, String version) {
    this.lanes = lanes;
    this.keyspace = lanes.keyspace();
    this.version = version;
  }

  /** One sentence or a few. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    lanes
        .names(offer -> !offer.isKnown())
        .ifPresent(
            unknown ->
                sentences.add(
                    "What "
                        + unknown
                        + " would answer is not known: change nothing before every node can be"
                        + " asked."));
    if (lanes.any(NodeOffer::isKnown)) {
      sentences.add(main());
      differentJars().ifPresent(sentences::add);
    }
    return sentences;
  }

  private String main() {
    Optional<String> blocked = lanes.names(NodeOffer::isBlocked);
    if (blocked.isPresent()) {
      return "The user-defined functions of keyspace %s are refused on %s, where they are disabled, and hide native ones: %s."
          .formatted(
              keyspace,
              blocked.get(),
              allKnownHaveJar()
                  ? "uninstall (or uninstall.cql) drops them, and the server jar then answers on every node"
                  : "set user_defined_functions_enabled: true there, or put the server jar on every node and then uninstall");
    }
    if (!lanes.any(NodeOffer::hasJar)) {
      return withoutJar();
    }
    boolean installed = lanes.any(offer -> offer.lane() == Lane.CQL);
    if (allKnownHaveJar()) {
      return installed
          ? "Every node that answers has the server jar: uninstall (or uninstall.cql) moves all queries to the native lane, and install moves them back."
          : "Every node that answers has the server jar and needs nothing else: nothing has to be installed.";
    }
    String lacking = lanes.names(offer -> offer.isKnown() && !offer.hasJar()).orElseThrow();
    return installed
        ? "The server jar is missing on "
            + lacking
            + ": keep the user-defined functions of keyspace "
            + keyspace
            + " until every node has it; without them, queries that arrive there would fail."
        : "The server jar is missing on "
            + lacking
            + ": queries that arrive there fail. Put it there (Cassandra 5.0 only) and restart, or run install, which"
            + " needs user_defined_functions_enabled: true on every node.";
  }

  private String withoutJar() {
    if (lanes.any(offer -> offer.lane() == Lane.CQL)) {
      return "No node has the server jar; the user-defined functions of keyspace %s answer."
          .formatted(keyspace);
    }
    return "Nothing answers %s.*: run install%s, or put the server jar on every node (Cassandra 5.0) and restart it."
        .formatted(
            keyspace,
            lanes.any(offer -> offer.udfs().equals(Optional.of(false)))
                ? ", which needs user_defined_functions_enabled: true on every node"
                : "");
  }

  private Optional<String> differentJars() {
    Set<String> jars = new TreeSet<>();
    lanes.offers().forEach(offer -> offer.jar().ifPresent(jars::add));
    if (jars.size() > 1) {
      return Optional.of(
          "The server jar is of different versions: "
              + jars.stream()
                  .map(
                      jar ->
                          jar
                              + " on "
                              + lanes
                                  .names(offer -> offer.jar().equals(Optional.of(jar)))
                                  .orElseThrow())
                  .collect(Collectors.joining("; "))
              + ". Put the same one on every node.");
    }
    return jars.isEmpty() || jars.contains(version)
        ? Optional.empty()
        : Optional.of(
            "The server jar is of version %s, this tool of %s: use them in the same version."
                .formatted(jars.iterator().next(), version));
  }

  private boolean allKnownHaveJar() {
    return lanes.all(offer -> offer.hasJar() || !offer.isKnown());
  }
}
