/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.text.Counted;

/**
 * One of Cassandra's own aggregates of a column, which moments of the column answer. Moments leave
 * out NaN and infinities, which these aggregates do not: a count is the sum of both, and the others
 * are answered where nothing was left out.
 *
 * @param name count, min, max, sum or avg
 * @param argument the column, in CQL
 * @param type of the column
 */
record BuiltinCall(String name, String argument, DataType type) {
  private static final Pattern CALL = Pattern.compile("(count|min|max|sum|avg)\\((.+)\\)");
  private static final String MERGE = "moments_merge(";

  /** Types of which every value is a double, too. */
  private static final Set<DataType> EXACT =
      Set.of(DataTypes.DOUBLE, DataTypes.FLOAT, DataTypes.INT);

  /** The call that a selector is; empty if it is another one, or moments do not answer it. */
  static Optional<BuiltinCall> of(String selector, RelationMetadata rows) {
    Matcher matcher = CALL.matcher(selector);
    return matcher.matches()
        ? rows.getColumns().values().stream()
            .filter(column -> Names.cql(column.getName()).equals(matcher.group(2)))
            .map(column -> new BuiltinCall(matcher.group(1), matcher.group(2), column.getType()))
            .filter(BuiltinCall::isOfMoments)
            .findFirst()
        : Optional.empty();
  }

  private boolean isOfMoments() {
    return switch (name) {
      case "count" -> true;
      case "min", "max" -> EXACT.contains(type);
      // Of other types Cassandra adds and divides otherwise.
      default -> type.equals(DataTypes.DOUBLE);
    };
  }

  /** The type of the answer. */
  DataType resultType() {
    return name.equals("count") ? DataTypes.BIGINT : type;
  }

  /**
   * What is asked of states.
   *
   * @param merged the aggregates of rows whose states there are, and those that merge them
   * @return empty if there are no moments of the column
   */
  Optional<String> ofStates(Map<String, String> merged) {
    return switch (name) {
      case "count" ->
          asked("count", merged).flatMap(it -> leftOut(merged).map(other -> it + " + " + other));
      case "avg" -> asked("mean", merged);
      default -> asked(name, merged);
    };
  }

  /** What says how many values moments have left out. */
  Optional<String> leftOut(Map<String, String> merged) {
    return asked("skipped", merged);
  }

  private Optional<String> asked(String what, Map<String, String> merged) {
    return merged.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(".moments(" + argument + ")"))
        .map(Map.Entry::getValue)
        .map(
            state ->
                "%smoments_%s(%s)".formatted(state.substring(0, state.indexOf(MERGE)), what, state))
        .findFirst();
  }

  /** The answer that rows give, where states have given a value. */
  Object ofRows(Object value) {
    if (value == null) {
      return name.equals("count") ? (Object) 0L : name.equals("sum") ? (Object) 0.0 : null;
    }
    if (name.equals("count") || type.equals(DataTypes.DOUBLE)) {
      return value;
    }
    double number = (Double) value;
    return type.equals(DataTypes.INT) ? (Object) (int) number : (Object) (float) number;
  }

  /**
   * Refuses answers that are not those of rows.
   *
   * @param leftOut how many values moments have left out; null for none
   * @throws StatsException if it is any
   */
  static void requireNone(Object leftOut) {
    if (leftOut != null && (Long) leftOut > 0) {
      throw new StatsException(
          Counted.of((Long) leftOut, "value is", "values are")
              + " NaN or infinite, which moments leave out, and min, max, sum and avg do not: ask for moments_min and its like, or ask rows, without --use-rollup.");
    }
  }
}
