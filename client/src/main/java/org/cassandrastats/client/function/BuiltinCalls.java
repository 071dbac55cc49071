/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.Set;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Expression;

/** Calls of Cassandra's own aggregates. */
final class BuiltinCalls {
  private static final Set<String> NAMES = Set.of("count", "min", "max", "sum", "avg");

  /** Sums of values times this do not overflow, however many there are. */
  private static final double SCALE = 0x1p-64;

  private final TableColumns table;
  private final Columns columns;

  BuiltinCalls(TableColumns table, Columns columns) {
    this.table = table;
    this.columns = columns;
  }

  static boolean isName(String name) {
    return NAMES.contains(name);
  }

  Output output(Expression.Call call) {
    if (call.arguments().size() != 1) {
      throw new StatsException("%s: expected one argument.".formatted(call.cql()));
    }
    Expression argument = call.arguments().get(0);
    return switch (call.name()) {
      case "count" -> count(call, argument);
      case "avg" -> average(call, argument);
      case "sum" -> {
        DataType type = table.type(argument, call);
        yield decoded(type, columns.add(cql("sum", argument), Builtins.sum(type)));
      }
      default -> {
        DataType type = table.type(argument, call);
        Merge merge = Builtins.extreme(type, call.name().equals("max"));
        yield decoded(type, columns.add(cql(call.name(), argument), merge));
      }
    };
  }

  private Output count(Expression.Call call, Expression argument) {
    boolean allRows = argument instanceof Expression.Star || argument instanceof Expression.Literal;
    if (!allRows) {
      table.type(argument, call);
    }
    String cql = allRows ? "count(*)" : cql("count", argument);
    return decoded(DataTypes.BIGINT, columns.add(cql, Builtins.sum(DataTypes.BIGINT)));
  }

  private Output average(Expression.Call call, Expression argument) {
    DataType type = table.type(argument, call);
    if (!type.equals(DataTypes.DOUBLE)) {
      throw new StatsException(
          "%s does not merge: averages of the type %s are rounded. Ask for the mean of the pack, or for avg(CAST(%s AS double))."
              .formatted(call.cql(), type.asCql(false, true), argument.cql()));
    }
    int sum = columns.add(cql("sum", argument), Builtins.sum(type));
    int scaledSum =
        columns.add("sum(%s * %s)".formatted(argument.cql(), SCALE), Builtins.sum(type));
    int count = columns.add(cql("count", argument), Builtins.sum(DataTypes.BIGINT));
    return Output.last(
        merged -> {
          Object rows = Builtins.decode(DataTypes.BIGINT, merged.get(count));
          // Cassandra's average of no rows is 0.
          if (rows == null || (Long) rows == 0) {
            return 0.0;
          }
          double total = (Double) Builtins.decode(type, merged.get(sum));
          // Cassandra goes on in decimals where a sum overflows.
          return Double.isFinite(total)
              ? total / (Long) rows
              : (Double) Builtins.decode(type, merged.get(scaledSum)) / (Long) rows / SCALE;
        });
  }

  private static Output decoded(DataType type, int index) {
    return Output.last(merged -> Builtins.decode(type, merged.get(index)));
  }

  private static String cql(String name, Expression argument) {
    return name + "(" + argument.cql() + ")";
  }

  /** Takes a column that the servers are asked for. */
  interface Columns {
    /** The index of the column among the answers. */
    int add(String cql, Merge merge);
  }
}
