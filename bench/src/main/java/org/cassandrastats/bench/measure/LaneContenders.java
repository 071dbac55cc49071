/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;

/** Calls of the aggregates of the catalogue, over the columns value (double) and at (bigint). */
final class LaneContenders {
  static final Contender AVERAGE = new Contender("avg(value), built in", "avg(value)");

  private LaneContenders() {}

  /** Every aggregate, one overload of each number of arguments. */
  static List<Contender> ofTheCatalogue(Catalogue catalogue) {
    Set<String> calls = new LinkedHashSet<>();
    for (Aggregate aggregate : catalogue.aggregates()) {
      if (aggregate.arguments().get(0).equals("blob")) {
        calls.add(mergeCall(aggregate));
      } else if (aggregate.arguments().get(0).equals("double")) {
        List<Parameter> parameters = parameters(catalogue, aggregate);
        if (parameters.stream().noneMatch(LaneContenders::isOtherKey)) {
          calls.add(
              aggregate.name()
                  + parameters.stream()
                      .map(LaneContenders::argument)
                      .collect(Collectors.joining(", ", "(", ")")));
        }
      }
    }
    return calls.stream().map(LaneContenders::contender).toList();
  }

  /** Those that the project has set itself limits for. */
  static List<Contender> withLimits() {
    List<Contender> contenders = new ArrayList<>();
    for (String call :
        List.of(
            "mean(value)",
            "summary(value)",
            "min_by(value, at)",
            "histogram(value, 20.0, 21.0, 100)",
            "ddsketch(value, 0.01)",
            "tdigest(value)")) {
      contenders.add(contender(call));
    }
    String five =
        contenders.stream()
            .filter(contender -> !contender.function().equals("summary"))
            .map(Contender::selector)
            .collect(Collectors.joining(", "));
    contenders.add(new Contender("those but summary, in one SELECT", five));
    return contenders;
  }

  /** Those that are measured over many small groups. */
  static List<Contender> ofGroups() {
    return withLimits().stream()
        .filter(
            contender ->
                Set.of("mean", "min_by", "histogram", "tdigest").contains(contender.function())
                    && !contender.selector().contains("), "))
        .toList();
  }

  private static Contender contender(String call) {
    String nested = call.replaceFirst("\\((?=[a-z_]+\\()", "(stats.");
    return new Contender(call, "stats." + nested);
  }

  private static List<Parameter> parameters(Catalogue catalogue, Aggregate aggregate) {
    List<String> types = new ArrayList<>(List.of(aggregate.stateType()));
    types.addAll(aggregate.arguments());
    for (Function function : catalogue.functions()) {
      if (function.name().equals(aggregate.stateFunction())
          && function.parameters().stream().map(Parameter::type).toList().equals(types)) {
        return function.parameters().subList(1, types.size());
      }
    }
    throw new IllegalStateException("no state function of " + aggregate.signature());
  }

  private static boolean isOtherKey(Parameter parameter) {
    return parameter.name().equals("key") && !parameter.type().equals("bigint");
  }

  private static String argument(Parameter parameter) {
    return switch (parameter.name() + " " + parameter.type()) {
      case "value double" -> "value";
      case "key bigint" -> "at";
      case "n int" -> "10";
      case "k int", "bins int" -> "100";
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
  private static String mergeCall(Aggregate aggregate) {
    String example = aggregate.examples().get(0).call();
    int start = example.indexOf(aggregate.name() + "(");
    int end = start;
    int open = 0;
    do {
      char letter = example.charAt(end);
      open += letter == '(' ? 1 : letter == ')' ? -1 : 0;
      end++;
    } while (open > 0 || example.charAt(end - 1) != ')');
    return example.substring(start, end).replace("position", "value");
  }
}
