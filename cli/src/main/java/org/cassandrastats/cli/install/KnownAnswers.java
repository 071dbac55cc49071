/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
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
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.Signature;

/** Calls whose results are known, over rows that every node has. */
final class KnownAnswers {
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
              .formatted(call.signature(), call.example().call(), answer, call.example().result());
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

  /** Makes a call through a node. */
  static Outcome ask(Cluster cluster, Node node, String keyspace, Call call) {
    // The limit is on rows of the result: it leaves an aggregate all its rows.
    String cql =
        "SELECT %s %s LIMIT 1".formatted(call.example().qualified(keyspace), Example.KNOWN_ROWS);
    try {
      List<Row> rows = cluster.query(node, cql);
      return new Outcome(call, rows.isEmpty() ? "no row" : cluster.literal(rows.get(0), 0));
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
