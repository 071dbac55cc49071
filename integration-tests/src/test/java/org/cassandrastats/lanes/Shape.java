/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.pack.Literals;
import org.cassandrastats.pack.StatePool;

/**
 * The overloads of a name with the same parameters.
 *
 * @param function one of them, or of the state functions where the name is an aggregate's
 * @param types what each parameter accepts
 */
record Shape(
    String name, AnnotatedFunction function, List<String> parameters, List<Set<String>> types) {
  private static final StatePool STATES = new StatePool(new Random(20261129));

  boolean isAggregate() {
    return !name.equals(function.name());
  }

  /** An argument that is accepted, for any double where that is one of the types. */
  String ordinary(int index) {
    String parameter = parameters.get(index);
    String type =
        types.get(index).contains("double") ? "double" : types.get(index).iterator().next();
    if (type.equals("blob")) {
      String literal =
          function.takesRows()
              ? "0x"
              : isNeighbour(index)
                  ? "0x"
                  : "0x" + HexFormat.of().formatHex(STATES.acceptedBy(function));
      return needsExactTypes() ? "(blob) " + literal : literal;
    }
    return Literals.isAnyValue(parameter, type)
        ? ArgumentKinds.column(type)
        : Literals.plain(Literals.accepted(parameter, type).get(0));
  }

  private boolean isNeighbour(int index) {
    return !isAggregate() && function.isNeighbour(index);
  }

  /**
   * Whether one parameter takes bigint and timestamp, or a number and a blob: Cassandra can read a
   * bigint as either, and then needs arguments of exactly one type to choose an overload.
   */
  private boolean needsExactTypes() {
    return types.stream()
        .anyMatch(
            accepted ->
                accepted.contains("timestamp")
                    || (accepted.contains("blob") && accepted.size() > 1));
  }

  /** A call with accepted arguments. */
  String ordinaryCall() {
    return call(IntStream.range(0, parameters.size()).mapToObj(this::ordinary).toList());
  }

  String call(List<String> arguments) {
    return "@" + name + "(" + String.join(", ", arguments) + ")";
  }

  @Override
  public String toString() {
    return name + types;
  }
}
