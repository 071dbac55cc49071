/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.lanes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Parameter;

/**
 * A call of an aggregate, or of several, over the columns value (double) and at (bigint).
 *
 * @param name as reports have it
 * @param selector in CQL
 */
record AggregateCall(String name, String selector) {
  static final AggregateCall AVERAGE = new AggregateCall("avg(value), built in", "avg(value)");

  /** What a row costs without any computation. */
  static final AggregateCall IDLE =
      new AggregateCall("a state function that returns its state", "stats.idle(value)");

  /** Makes {@link #IDLE}. */
  static final List<String> STATEMENTS_OF_IDLE =
      List.of(
          "CREATE OR REPLACE FUNCTION stats.idle_step (state blob, value double) RETURNS NULL ON"
              + " NULL INPUT RETURNS blob LANGUAGE java AS 'return state;'",
          "CREATE OR REPLACE AGGREGATE stats.idle (double) SFUNC idle_step STYPE blob INITCOND 0x");

  /** The name without arguments. */
  String function() {
    String call = selector.substring(selector.indexOf('.') + 1);
    return call.substring(0, call.indexOf('('));
  }

  /** Those that the project has set itself limits for. */
  static List<AggregateCall> withLimits() {
    List<AggregateCall> calls = new ArrayList<>();
    for (String call :
        List.of(
            "mean(value)",
            "summary(value)",
            "min_by(value, at)",
            "histogram(value, 20.0, 21.0, 100)",
            "ddsketch(value, 0.01)",
            "tdigest(value)")) {
      calls.add(of(call));
    }
    String five =
        calls.stream()
            .filter(call -> !call.function().equals("summary"))
            .map(AggregateCall::selector)
            .collect(Collectors.joining(", "));
    calls.add(new AggregateCall("those but summary, in one SELECT", five));
    return calls;
  }

  /** Those that are measured over many small groups. */
  static List<AggregateCall> ofGroups() {
    return Stream.of(
            "mean(value)",
            "min_by(value, at)",
            "histogram(value, 20.0, 21.0, 100)",
            "tdigest(value)")
        .map(AggregateCall::of)
        .toList();
  }

  /** Every aggregate of the catalogue, one overload of each number of arguments; merges last. */
  static List<AggregateCall> ofTheCatalogue(Catalogue catalogue) {
    Stream<String> ofRows =
        catalogue.aggregates().stream()
            .filter(aggregate -> isMeasured(catalogue, aggregate))
            .flatMap(aggregate -> ofRows(catalogue, aggregate));
    Stream<String> merges =
        catalogue.aggregates().stream()
            .filter(aggregate -> aggregate.arguments().get(0).equals("blob"))
            // One chunk does not hold as many points as there are rows: see ChunksStudy.
            .filter(aggregate -> !aggregate.family().equals("chunk"))
            .map(AggregateCall::merge);
    return Stream.concat(ofRows, merges).distinct().map(AggregateCall::of).toList();
  }

  /** Whether its values are doubles, or bigints where the family takes no doubles. */
  private static boolean isMeasured(Catalogue catalogue, Aggregate aggregate) {
    boolean takesDoubles =
        catalogue.aggregates().stream()
            .filter(other -> other.family().equals(aggregate.family()))
            .anyMatch(other -> type(catalogue, other).equals("double"));
    return type(catalogue, aggregate).equals(takesDoubles ? "double" : "bigint")
        && !aggregate.arguments().contains("timestamp");
  }

  /** The type of its values, which may stand behind their times; of times alone theirs. */
  private static String type(Catalogue catalogue, Aggregate aggregate) {
    List<Parameter> parameters = catalogue.stateFunction(aggregate).parameters();
    boolean hasTimes =
        parameters.get(1).name().equals("ts")
            && parameters.size() > 2
            && parameters.get(2).name().equals("value")
            && !aggregate.family().equals("chunk");
    return aggregate.arguments().get(hasTimes ? 1 : 0);
  }

  /** Whether an aggregate of states is called, of a name. */
  static boolean isMerge(String name) {
    return name.contains("_merge(");
  }

  private static AggregateCall of(String call) {
    String nested = call.replaceAll("\\((?=[a-z_]+\\()", "(stats.");
    return new AggregateCall(call, "stats." + nested);
  }

  /** None where the key is of another type than the column. */
  private static Stream<String> ofRows(Catalogue catalogue, Aggregate aggregate) {
    List<Parameter> state = catalogue.stateFunction(aggregate).parameters();
    List<Parameter> parameters = state.subList(1, state.size());
    return parameters.stream()
            .anyMatch(each -> each.name().equals("key") && !each.type().equals("varint"))
        ? Stream.empty()
        : Stream.of(
            parameters.stream()
                .map(AggregateCall::argument)
                .collect(Collectors.joining(", ", aggregate.name() + "(", ")")));
  }

  private static String argument(Parameter parameter) {
    return switch (parameter.name() + " " + parameter.type()) {
      case "value double", "y double", "x double" -> "value";
      // The values of at are all different, for which such families do most.
      case "key varint", "ts bigint", "value bigint" -> "at";
      case "n int", "max int" -> "10";
      case "k int", "bins int" -> "100";
      case "lgk int" -> "12";
      case "interval int" -> "1000";
      case "lo double" -> "20.0";
      case "hi double" -> "21.0";
      case "error double" -> "0.01";
      case "quantile double" -> "0.99";
      case "quantiles list<double>" -> "[0.5, 0.99]";
      case "edges list<double>" -> "[20.0, 20.1, 20.2, 20.5, 21.0]";
      default ->
          throw new IllegalStateException(
              "no value to measure the parameter " + parameter + " with: add one here");
    };
  }

  /** The merge in the aggregate's example, of states that are made of one value each. */
  private static String merge(Aggregate aggregate) {
    String example = aggregate.examples().get(0).call();
    int start = example.indexOf(aggregate.name() + "(");
    int end = start;
    int open = 0;
    do {
      char letter = example.charAt(end);
      open += letter == '(' ? 1 : letter == ')' ? -1 : 0;
      end++;
    } while (open > 0 || example.charAt(end - 1) != ')');
    // What is a time in the example rises from row to row.
    return example
        .substring(start, end)
        .replace("CAST(position * position AS bigint)", "at")
        .replace("position", "value");
  }
}
