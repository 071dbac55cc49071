/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.type.CustomType;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.connector.catalog.functions.AggregateFunction;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.aggregate.UserDefinedAggregateFunc;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.spark.function.CanonicalName;
import org.cassandrastats.spark.function.StatsFunctions;
import org.cassandrastats.spark.source.AggregateTranslator.Refused;
import org.cassandrastats.spark.value.CqlLiterals;
import org.cassandrastats.spark.value.SparkTypes;
import org.cassandrastats.udf.annotation.Identifier;

/** Calls of the aggregates of the pack. */
final class PackCalls {
  /** What the functions take in Spark as they take it in CQL. */
  private static final Set<org.apache.spark.sql.types.DataType> WHOLE =
      Set.of(
          org.apache.spark.sql.types.DataTypes.IntegerType,
          org.apache.spark.sql.types.DataTypes.LongType);

  private static final Set<DataType> SAME =
      Set.of(
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.VARINT,
          DataTypes.FLOAT,
          DataTypes.DOUBLE,
          DataTypes.TIMESTAMP,
          DataTypes.DATE,
          DataTypes.TEXT,
          DataTypes.ASCII,
          DataTypes.BLOB,
          DataTypes.BOOLEAN);

  private final Columns columns;
  private final String keyspace;

  /** Finds the column that an expression is. */
  interface Columns {
    ColumnMetadata of(Expression expression) throws Refused;
  }

  PackCalls(Columns columns, String keyspace) {
    this.columns = columns;
    this.keyspace = keyspace;
  }

  PushedAggregate aggregate(UserDefinedAggregateFunc call) throws Refused {
    String prefix = CanonicalName.of("");
    if (!call.canonicalName().startsWith(prefix)) {
      throw new Refused(call.canonicalName() + " is no aggregate of the pack");
    }
    String name = call.canonicalName().substring(prefix.length());
    UnboundFunction known = StatsFunctions.all().function(name);
    if (known == null) {
      throw new Refused(call.canonicalName() + " is no aggregate of the pack");
    }
    List<String> arguments = new ArrayList<>();
    StructType types = new StructType();
    for (Expression argument : call.children()) {
      if (argument instanceof Literal<?> literal) {
        arguments.add(constant(literal.value(), literal.dataType()));
        types = types.add("_" + types.fields().length, literal.dataType(), true);
      } else {
        ColumnMetadata column = columns.of(argument);
        DataType type = column.getType();
        if (!SAME.contains(type) && !(type instanceof CustomType)) {
          throw new Refused(
              "%s takes other values of the type %s in Spark"
                  .formatted(call.canonicalName(), type.asCql(false, true)));
        }
        arguments.add(Names.cql(column.getName()));
        types = types.add("_" + types.fields().length, SparkTypes.of(type), true);
      }
    }
    BoundFunction bound = bound(known, types);
    if (!(bound instanceof AggregateFunction<?, ?> aggregate)) {
      throw new Refused(call.canonicalName() + " is no aggregate of the pack");
    }
    String text = name + "(" + String.join(", ", arguments) + ")";
    return new PushedAggregate(
        CanonicalName.of(text),
        List.of(Identifier.quoteIfNeeded(keyspace) + "." + text),
        aggregate.resultType(),
        PushedAggregate.Kind.PLAIN);
  }

  private static BoundFunction bound(UnboundFunction known, StructType types) throws Refused {
    try {
      return known.bind(types);
    } catch (UnsupportedOperationException unfit) {
      throw new Refused(unfit.getMessage());
    }
  }

  private static String constant(Object value, org.apache.spark.sql.types.DataType type)
      throws Refused {
    // Without digits behind the point it would be an integer of CQL, whose bytes are others.
    if (value instanceof Decimal decimal && decimal.scale() > 0) {
      return decimal.toJavaBigDecimal().toPlainString();
    }
    // Dates and timestamps are numbers in Spark, too, but others; a float is not the double of its
    // digits.
    if (WHOLE.contains(type) && value != null) {
      return String.valueOf(value);
    }
    if (value instanceof Double number && Double.isFinite(number)) {
      return String.valueOf(value);
    }
    if (value != null && type instanceof BooleanType) {
      return String.valueOf(value);
    }
    if (value != null && type instanceof StringType && CqlLiterals.isText(value)) {
      // Without its type it may be a time of CQL.
      return "(text) " + CqlLiterals.quoted(value.toString());
    }
    if (value instanceof ArrayData list && type instanceof ArrayType array) {
      List<String> elements = new ArrayList<>();
      for (int i = 0; i < list.numElements(); i++) {
        boolean isNull = list.isNullAt(i);
        elements.add(
            constant(isNull ? null : list.get(i, array.elementType()), array.elementType()));
      }
      return "[" + String.join(", ", elements) + "]";
    }
    throw new Refused(
        "the constant %s of the type %s is not written in CQL".formatted(value, type.sql()));
  }
}
