/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.MapType;
import com.datastax.oss.driver.api.core.type.SetType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * The columns of a table.
 *
 * @param table its description
 * @param selectable columns that have one value in each row of the result
 */
public record TableColumns(RelationMetadata table, Set<String> selectable) {
  /** What Cassandra's own functions of times give, which nodes compute for each row. */
  private static final Map<String, DataType> TIMES =
      Map.of(
          "to_timestamp", DataTypes.TIMESTAMP,
          "totimestamp", DataTypes.TIMESTAMP,
          "to_date", DataTypes.DATE,
          "todate", DataTypes.DATE,
          "to_unix_timestamp", DataTypes.BIGINT,
          "tounixtimestamp", DataTypes.BIGINT);

  /** Where both sides of an operation have one of these, so has its result. */
  private static final Set<DataType> NUMBERS =
      Set.of(
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.VARINT,
          DataTypes.FLOAT,
          DataTypes.DOUBLE,
          DataTypes.DECIMAL);

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

  /** The type of an argument that is a column, or made of columns. */
  DataType type(Expression argument, Expression.Call call) {
    if (argument instanceof Expression.Column column) {
      return type(column.name());
    }
    argument.columns().forEach(this::column);
    if (argument instanceof Expression.Field field) {
      return field(type(field.value(), call), field);
    }
    if (argument instanceof Expression.Element element) {
      return element(type(element.value(), call), element);
    }
    if (argument instanceof Expression.Cast cast) {
      return primitive(cast.type());
    }
    if (argument instanceof Expression.Call inner) {
      return typeOfTime(inner)
          .or(() -> PackFunctions.all().type(inner))
          .orElseThrow(() -> unknown(argument, call));
    }
    if (argument instanceof Expression.Operation operation) {
      DataType left = type(operation.left(), call);
      DataType right = type(operation.right(), call);
      if (left.equals(right) && NUMBERS.contains(left)) {
        return left;
      }
      throw new StatsException(
          "%s: expected two numbers of one type around %s, found %s and %s. CAST one of them."
              .formatted(
                  argument.cql(),
                  operation.operator(),
                  left.asCql(false, true),
                  right.asCql(false, true)));
    }
    throw unknown(argument, call);
  }

  private static DataType field(DataType type, Expression.Field field) {
    if (!(type instanceof UserDefinedType fields)) {
      throw new StatsException(
          "%s: %s is of the type %s, which has no fields."
              .formatted(field.cql(), field.value().cql(), type.asCql(false, true)));
    }
    int place = fields.firstIndexOf(CqlIdentifier.fromInternal(field.field()));
    if (place < 0) {
      throw new StatsException(
          "%s: %s has no such field, but %s."
              .formatted(
                  field.cql(),
                  type.asCql(false, true),
                  fields.getFieldNames().stream()
                      .map(name -> name.asCql(true))
                      .collect(Collectors.joining(", "))));
    }
    return fields.getFieldTypes().get(place);
  }

  private static DataType element(DataType type, Expression.Element element) {
    if (type instanceof MapType map) {
      return map.getValueType();
    }
    if (type instanceof SetType set) {
      return set.getElementType();
    }
    throw new StatsException(
        "%s: %s is of the type %s. Cassandra selects elements of maps and sets."
            .formatted(element.cql(), element.value().cql(), type.asCql(false, true)));
  }

  private static StatsException unknown(Expression argument, Expression.Call call) {
    return new StatsException(
        "%s: expected a column, a CAST, a function of the pack or of time, an operation or a constant as argument, found %s."
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

  /** What a call of Cassandra's own functions of times gives; empty where it is none of them. */
  private static Optional<DataType> typeOfTime(Expression.Call call) {
    boolean isOwn = call.keyspace() == null || call.keyspace().equals("system");
    return isOwn ? Optional.ofNullable(TIMES.get(call.name())) : Optional.empty();
  }
}
