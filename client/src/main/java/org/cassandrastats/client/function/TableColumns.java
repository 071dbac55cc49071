/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.Set;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.cql.Select.Expression;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * The columns of a table.
 *
 * @param table its description
 * @param selectable columns that have one value in each row of the result
 */
public record TableColumns(RelationMetadata table, Set<String> selectable) {
  /** Copies the set. */
  public TableColumns {
    selectable = Set.copyOf(selectable);
  }

  boolean isSelectable(String column) {
    return column(column) != null && selectable.contains(column);
  }

  /** The type of a column. */
  public DataType type(String column) {
    return column(column).getType();
  }

  /** The name of the type of an argument, or null where it is a constant. */
  String typeName(Expression argument, Expression.Call call) {
    return argument instanceof Expression.Literal ? null : type(argument, call).asCql(false, true);
  }

  /** The type of an argument that is a column or the CAST of one. */
  DataType type(Expression argument, Expression.Call call) {
    if (argument instanceof Expression.Column column) {
      return type(column.name());
    }
    if (argument instanceof Expression.Cast cast) {
      column(cast.column().name());
      return primitive(cast.type());
    }
    throw new StatsException(
        "%s: expected a column, a CAST of one or a constant as argument, found %s."
            .formatted(call.cql(), argument.cql()));
  }

  private static DataType primitive(String name) {
    return switch (name) {
      case "tinyint" -> DataTypes.TINYINT;
      case "smallint" -> DataTypes.SMALLINT;
      case "int" -> DataTypes.INT;
      case "bigint" -> DataTypes.BIGINT;
      case "varint" -> DataTypes.VARINT;
      case "float" -> DataTypes.FLOAT;
      case "double" -> DataTypes.DOUBLE;
      case "decimal" -> DataTypes.DECIMAL;
      case "timestamp" -> DataTypes.TIMESTAMP;
      case "date" -> DataTypes.DATE;
      case "text", "varchar" -> DataTypes.TEXT;
      default -> throw new StatsException("CAST(... AS " + name + ") is not known here.");
    };
  }

  private ColumnMetadata column(String name) {
    return column(table, name);
  }

  /**
   * A column of a table.
   *
   * @throws StatsException if there is none of this name
   */
  public static ColumnMetadata column(RelationMetadata table, String name) {
    return table
        .getColumn(CqlIdentifier.fromInternal(name))
        .orElseThrow(
            () ->
                new StatsException(
                    "There is no column %s in %s: it has %s."
                        .formatted(
                            Identifier.quoteIfNeeded(name),
                            Names.cql(table.getName()),
                            Names.cql(table.getColumns().values()))));
  }
}
