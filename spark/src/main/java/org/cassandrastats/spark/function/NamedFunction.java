/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The overloads of a name, of which the types of a call choose one. */
final class NamedFunction implements UnboundFunction {
  private final String name;
  private final List<Candidate> candidates = new ArrayList<>();

  NamedFunction(String name) {
    this.name = name;
  }

  /** An overload. */
  interface Candidate {
    /** What it takes. */
    Signature signature();

    /**
     * The function for arguments of these types.
     *
     * @param given types that the signature takes
     */
    BoundFunction bind(List<DataType> given);
  }

  /** Adds an overload. Of overloads that fit a call equally, the first one is called. */
  void add(Candidate candidate) {
    candidates.add(candidate);
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * The overload that fits best.
   *
   * @throws UnsupportedOperationException if none fits: what Spark shows to whoever wrote the call
   */
  @Override
  public BoundFunction bind(StructType arguments) {
    List<DataType> given =
        Stream.of(arguments.fields()).map(StructField::dataType).collect(Collectors.toList());
    Candidate best = null;
    int cost = Integer.MAX_VALUE;
    for (Candidate candidate : candidates) {
      int next = candidate.signature().cost(given);
      if (next != Signature.NO_FIT && next < cost) {
        best = candidate;
        cost = next;
      }
    }
    if (best == null) {
      throw new UnsupportedOperationException(unfit(given));
    }
    return best.bind(given);
  }

  private String unfit(List<DataType> given) {
    return name
        + given.stream().map(DataType::sql).collect(Collectors.joining(", ", "(", ")"))
        + ": expected "
        + signatures()
        + ". Cast the arguments to these types";
  }

  private String signatures() {
    return candidates.stream()
        .map(candidate -> name + candidate.signature().text())
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  /** What it takes, for {@code DESCRIBE FUNCTION}. */
  @Override
  public String description() {
    return signatures();
  }
}
