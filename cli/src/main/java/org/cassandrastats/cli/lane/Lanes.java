/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.Tables;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;

/**
 * Which lane answers in a cluster. User-defined functions are in the schema of all nodes, and go
 * before native ones; native functions are a matter of each node.
 *
 * @param offers what each node offers
 */
public record Lanes(List<NodeCapabilities> offers, String keyspace) {
  private static final List<String> HEADER =
      List.of("node", "Cassandra", "UDFs", "UDF threads", "server jar", "answered by");
  private static final String NOT_KNOWN = "unknown";

  public Lanes {
    offers = List.copyOf(offers);
  }

  public Lane answering() {
    for (Lane lane : List.of(Lane.CQL, Lane.NATIVE, Lane.NONE)) {
      if (any(offer -> offer.lane() == lane)) {
        return lane;
      }
    }
    return Lane.UNKNOWN;
  }

  /** Whether all nodes can be asked, and a query finds the same through each of them. */
  public boolean nodesAgree() {
    return all(offer -> offer.isKnown() && offer.agreesWith(offers.get(0)));
  }

  /** Whether every node has the server jar, and can be asked. */
  public boolean allHaveJar() {
    return all(NodeCapabilities::hasJar);
  }

  /**
   * Whether the server jar answers everywhere, and no user-defined functions can be installed in
   * its stead.
   */
  public boolean needNothing() {
    return allHaveJar()
        && answering() == Lane.NATIVE
        && any(offer -> offer.udfs().equals(Optional.of(false)));
  }

  public boolean all(Predicate<NodeCapabilities> predicate) {
    return offers.stream().allMatch(predicate);
  }

  public boolean any(Predicate<NodeCapabilities> predicate) {
    return offers.stream().anyMatch(predicate);
  }

  /** The nodes that a predicate is true of, for a message; none if there is none. */
  public Optional<String> names(Predicate<NodeCapabilities> wanted) {
    String names =
        offers.stream()
            .filter(wanted)
            .map(NodeCapabilities::node)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }

  /** The versions of the server jar that nodes have, ", " between them; empty if none has it. */
  public String jarVersions() {
    TreeSet<String> versions = new TreeSet<>();
    offers.forEach(offer -> offer.jar().ifPresent(versions::add));
    return String.join(", ", versions);
  }

  /** Which lane answers, in a line; a second one if the other lane is there, too. */
  public List<String> describe() {
    return switch (answering()) {
      case CQL -> {
        String main = "CQL lane: the user-defined functions of keyspace " + keyspace + " answer.";
        yield names(NodeCapabilities::hasJar)
            .map(
                nodes ->
                    List.of(
                        main,
                        "They go before the native functions of the server jar "
                            + jarVersions()
                            + " on "
                            + nodes
                            + ", which answer once these are uninstalled."))
            .orElse(List.of(main));
      }
      case NATIVE -> List.of("Native lane: the server jar " + jarVersions() + " answers.");
      case NONE, UNKNOWN -> List.of();
    };
  }

  /** What answers when the user-defined functions are gone; nothing if no node has the jar. */
  public Optional<String> withoutUdfs() {
    return names(NodeCapabilities::hasJar)
        .map(
            having ->
                "Without the user-defined functions, the native ones of the server jar %s answer %s.* on %s."
                    .formatted(
                        jarVersions(),
                        keyspace,
                        names(offer -> !offer.hasJar())
                            .map(
                                lacking ->
                                    having
                                        + "; through "
                                        + lacking
                                        + ", where it is missing or not known, every call fails")
                            .orElse("every node that answers")));
  }

  /** What to say where no lane answers. */
  public String nothingAnswers() {
    return answering() == Lane.UNKNOWN
        ? "No node can be asked which functions it has:\n  "
            + offers.stream()
                .map(offer -> offer.node() + " " + String.join("; ", offer.notes()))
                .collect(Collectors.joining("\n  "))
        : "Nothing answers %s.*: no keyspace %s with functions of the pack does, and no server jar does. Run install, or put the jar on every node (Cassandra 5.0) and restart it. If they are in another keyspace, give --keyspace."
            .formatted(keyspace, keyspace);
  }

  /** Shows what nodes offer. */
  public void print(PrintWriter out) {
    out.println(Tables.of(HEADER, offers.stream().map(Lanes::row).toList()));
    for (NodeCapabilities offer : offers) {
      offer.notes().forEach(note -> out.println(offer.node() + ": " + note + "."));
    }
    out.flush();
  }

  private static List<String> row(NodeCapabilities offer) {
    return List.of(
        offer.node(),
        offer.cassandra().orElse(NOT_KNOWN),
        setting(offer.udfs(), "enabled", "disabled"),
        setting(offer.udfThreads(), "on", "off"),
        offer.jar().orElse(offer.isKnown() ? "-" : NOT_KNOWN),
        offer.lane().label());
  }

  private static String setting(Optional<Boolean> value, String yes, String no) {
    return value.map(on -> on ? yes : no).orElse(NOT_KNOWN);
  }

  /**
   * What to do, or not to do, with a cluster whose nodes offer this: one sentence or a few.
   *
   * @param version of this tool
   */
  public List<String> advice(String version) {
    List<String> sentences = new ArrayList<>();
    names(offer -> !offer.isKnown())
        .ifPresent(
            unknown ->
                sentences.add(
                    "What "
                        + unknown
                        + " would answer is not known: change nothing before every node can be"
                        + " asked."));
    if (any(NodeCapabilities::isKnown)) {
      sentences.add(mainAdvice());
      differentJars(version).ifPresent(sentences::add);
    }
    return sentences;
  }

  private String mainAdvice() {
    Optional<String> blocked = names(NodeCapabilities::isBlocked);
    if (blocked.isPresent()) {
      return "The user-defined functions of keyspace %s are refused on %s, where they are disabled, and hide native ones: %s."
          .formatted(
              keyspace,
              blocked.get(),
              allKnownHaveJar()
                  ? "uninstall (or uninstall.cql) drops them, and the server jar then answers on every node"
                  : "set user_defined_functions_enabled: true there, or put the server jar on every node and then uninstall");
    }
    if (!any(NodeCapabilities::hasJar)) {
      return withoutJar();
    }
    boolean installed = any(offer -> offer.lane() == Lane.CQL);
    if (allKnownHaveJar()) {
      return installed
          ? "Every node that answers has the server jar: uninstall (or uninstall.cql) moves all queries to the native lane, and install moves them back."
          : "Every node that answers has the server jar and needs nothing else: nothing has to be installed.";
    }
    String lacking = names(offer -> offer.isKnown() && !offer.hasJar()).orElseThrow();
    return installed
        ? "The server jar is missing on "
            + lacking
            + ": keep the user-defined functions of keyspace "
            + keyspace
            + " until every node has it; without them, queries that arrive there would fail."
        : "The server jar is missing on "
            + lacking
            + ": queries that arrive there fail. Put it there (Cassandra 5.0 or 6.0-alpha2) and restart, or run install, which"
            + " needs user_defined_functions_enabled: true on every node.";
  }

  private String withoutJar() {
    if (any(offer -> offer.lane() == Lane.CQL)) {
      return "No server jar answers %1$s.*; the user-defined functions of keyspace %1$s do."
          .formatted(keyspace);
    }
    return "Nothing answers %s.*: run install%s, or put the server jar on every node (Cassandra 5.0) and restart it."
        .formatted(
            keyspace,
            any(offer -> offer.udfs().equals(Optional.of(false)))
                ? ", which needs user_defined_functions_enabled: true on every node"
                : "");
  }

  private Optional<String> differentJars(String version) {
    Set<String> jars = new TreeSet<>();
    offers().forEach(offer -> offer.jar().ifPresent(jars::add));
    if (jars.size() > 1) {
      return Optional.of(
          "The server jar is of different versions: "
              + jars.stream()
                  .map(
                      jar ->
                          jar
                              + " on "
                              + names(offer -> offer.jar().equals(Optional.of(jar))).orElseThrow())
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
    return all(offer -> offer.hasJar() || !offer.isKnown());
  }
}
