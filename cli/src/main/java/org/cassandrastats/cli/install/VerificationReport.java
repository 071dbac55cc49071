/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Example;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.console.Tables;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.Signature;
import org.cassandrastats.udf.annotation.Identifier;

/** What a verification has found, on which nodes. */
final class VerificationReport {
  private static final int SHOWN = 50;

  private static final String OTHER = "(other)";
  private final Map<String, Counts> families = new LinkedHashMap<>();
  private final Map<String, List<String>> findings = new LinkedHashMap<>();
  private final Set<Node> denied = new HashSet<>();

  VerificationReport(Catalogue catalogue) {
    for (Function function : catalogue.functions()) {
      of(function.family()).functions++;
    }
    for (Aggregate aggregate : catalogue.aggregates()) {
      of(aggregate.family()).aggregates++;
    }
  }

  /** Something that is not as it has to be; the family may be empty. */
  void differs(String family, String finding, Node node) {
    of(family).failures++;
    note(finding, node);
  }

  /** A call that was made. */
  void called(KnownAnswers.Outcome outcome, Node node, boolean shown) {
    Counts counts = of(outcome.call().family());
    counts.calls++;
    counts.failures += outcome.isRight() ? 0 : 1;
    if (!outcome.isRight() || shown) {
      note(outcome.toString(), node);
    }
  }

  /** A call that the role may not make. One grant allows them all: a node has one line for it. */
  void denied(UnauthorizedException denial, String keyspace, Node node) {
    if (denied.add(node)) {
      differs(
          "",
          "%s. GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE %s TO the role."
              .formatted(ConnectionFailures.firstLine(denial), Identifier.quoteIfNeeded(keyspace)),
          node);
    }
  }

  /** Something worth a line that is no failure by itself. */
  void note(String finding, Node node) {
    findings.computeIfAbsent(finding, key -> new ArrayList<>()).add(Cluster.name(node));
  }

  boolean isGood() {
    return failures() == 0;
  }

  /**
   * Prints it.
   *
   * @param subject what was verified
   * @param nodes how many nodes were asked
   */
  void print(PrintWriter out, String subject, int nodes) {
    out.println(table());
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
        isGood() ? "all functions are as they have to be." : failures() + " differences.");
    out.flush();
  }

  private Counts of(String family) {
    return families.computeIfAbsent(family.isEmpty() ? OTHER : family, name -> new Counts());
  }

  private int failures() {
    return families.values().stream().mapToInt(counts -> counts.failures).sum();
  }

  private String table() {
    List<List<String>> rows = new ArrayList<>();
    Counts total = new Counts();
    families.forEach(
        (family, counts) -> {
          rows.add(row(family, counts));
          total.functions += counts.functions;
          total.aggregates += counts.aggregates;
          total.calls += counts.calls;
          total.failures += counts.failures;
        });
    rows.add(row("total", total));
    return Tables.of(List.of("family", "functions#", "aggregates#", "calls#", "failures#"), rows);
  }

  private static List<String> row(String family, Counts counts) {
    return List.of(
        family,
        Integer.toString(counts.functions),
        Integer.toString(counts.aggregates),
        Integer.toString(counts.calls),
        Integer.toString(counts.failures));
  }

  /** Of a family. */
  private static final class Counts {
    private int functions;
    private int aggregates;
    private int calls;
    private int failures;
  }

  /** Looks at what a node has, before it is called. */
  interface Inspection {
    /** What is inspected, for the last line of a report: {@code in keyspace stats}. */
    String subject();

    /**
     * Reports what is not as it has to be.
     *
     * @return the families that can be called
     */
    List<String> inspect(Node node, VerificationReport report);
  }

  /** Calls whose results are known, over rows that every node has. */
  static final class KnownAnswers {
    private static final int LONGEST_MESSAGE = 200;

    private KnownAnswers() {}

    /**
     * A call of a function or aggregate.
     *
     * @param needs the families of all functions that it takes
     */
    record Call(String family, Signature signature, Example example, Set<String> needs) {}

    /** What a node answered; an error counts as an answer, and as a wrong one. */
    record Outcome(Call call, String answer) {
      boolean isRight() {
        return answer.equals(call.example().result());
      }

      @Override
      public String toString() {
        return isRight()
            ? "%s = %s".formatted(call.example().call(), answer)
            : "%s: %s gave %s, expected %s"
                .formatted(
                    call.signature(), call.example().call(), answer, call.example().result());
      }
    }

    /** Every known call of some families; one that several overloads share is made once. */
    static List<Call> calls(Families families) {
      Catalogue catalogue = families.catalogue();
      Map<Example, Call> calls = new LinkedHashMap<>();
      for (Function function : catalogue.functions()) {
        add(calls, families, function.family(), Signature.of(function), function.examples());
      }
      for (Aggregate aggregate : catalogue.aggregates()) {
        add(calls, families, aggregate.family(), Signature.of(aggregate), aggregate.examples());
      }
      return List.copyOf(calls.values());
    }

    private static void add(
        Map<Example, Call> calls,
        Families families,
        String family,
        Signature signature,
        List<Example> examples) {
      for (Example example : examples) {
        Set<String> needs = new TreeSet<>(Set.of(family));
        example.functions().forEach(name -> families.familyOf(name).ifPresent(needs::add));
        calls.putIfAbsent(example, new Call(family, signature, example, needs));
      }
    }

    /**
     * Makes a call through a node.
     *
     * @throws UnauthorizedException if the role may not make it
     */
    static Outcome ask(Cluster cluster, Node node, String keyspace, Call call) {
      // The limit is on rows of the result: it leaves an aggregate all its rows.
      String cql =
          "SELECT %s %s LIMIT 1".formatted(call.example().qualified(keyspace), Example.KNOWN_ROWS);
      try {
        List<Row> rows = cluster.query(node, cql);
        return new Outcome(call, rows.isEmpty() ? "no row" : cluster.literal(rows.get(0), 0));
      } catch (UnauthorizedException denial) {
        throw denial;
      } catch (DriverException failed) {
        return new Outcome(
            call, "an error (" + shortened(ConnectionFailures.firstLine(failed)) + ")");
      }
    }

    private static String shortened(String message) {
      return message.length() <= LONGEST_MESSAGE
          ? message
          : message.substring(0, LONGEST_MESSAGE) + "...";
    }
  }
}
