/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.argument;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** The types of Spark that functions take, by the CQL type whose values they hold. */
@SuppressWarnings("ImmutableEnumChecker") // The list is a copy.
public enum Kind {
  TINYINT("tinyint", "smallint", "int", "bigint", "varint", "timestamp", "double"),
  SMALLINT("smallint", "int", "bigint", "varint", "timestamp", "double"),
  INT("int", "bigint", "varint", "timestamp", "double"),
  BIGINT("bigint", "varint", "timestamp", "double"),
  /** A decimal without digits behind the point. */
  VARINT("varint", "decimal", "double"),
  FLOAT("float", "double"),
  DOUBLE("double"),
  DECIMAL("decimal", "double"),
  TIMESTAMP("timestamp", "bigint", "varint"),
  DATE("date"),
  TEXT("text", "ascii"),
  BLOB("blob"),
  BOOLEAN("boolean"),
  LIST,
  NULL,
  /** What no function takes. */
  OTHER;

  private static final Map<Class<?>, Kind> OF_CLASS =
      Map.ofEntries(
          Map.entry(ByteType.class, TINYINT),
          Map.entry(ShortType.class, SMALLINT),
          Map.entry(IntegerType.class, INT),
          Map.entry(LongType.class, BIGINT),
          Map.entry(FloatType.class, FLOAT),
          Map.entry(DoubleType.class, DOUBLE),
          Map.entry(DecimalType.class, DECIMAL),
          Map.entry(TimestampType.class, TIMESTAMP),
          Map.entry(TimestampNTZType.class, TIMESTAMP),
          Map.entry(DateType.class, DATE),
          Map.entry(StringType.class, TEXT),
          Map.entry(BinaryType.class, BLOB),
          Map.entry(BooleanType.class, BOOLEAN),
          Map.entry(ArrayType.class, LIST),
          Map.entry(NullType.class, NULL));

  private static final Set<Kind> WHOLE_NUMBERS = Set.of(TINYINT, SMALLINT, INT, BIGINT);
  private static final Set<Kind> NUMBERS =
      Set.of(TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, VARINT, DECIMAL);

  /** The names of the CQL types of parameters that take it, best first. */
  private final List<String> parameters;

  Kind(String... parameters) {
    this.parameters = List.of(parameters);
  }

  /** The kind of a type. Spark's objects of types are instances of nameless subclasses. */
  public static Kind of(DataType type) {
    if (type instanceof DecimalType decimal && decimal.scale() == 0) {
      return VARINT;
    }
    Class<?> known = type.getClass();
    while (known != null && !OF_CLASS.containsKey(known)) {
      known = known.getSuperclass();
    }
    return known == null ? OTHER : OF_CLASS.get(known);
  }

  /** How far a parameter is from the type itself, 0 where it is the same; -1 if it does not fit. */
  public int distance(String parameter) {
    return this == NULL ? 0 : parameters.indexOf(parameter);
  }

  /** Whether it can be an element of a list of such numbers. */
  public boolean isElement(Class<?> number) {
    return this == NULL || (number == Long.class ? WHOLE_NUMBERS : NUMBERS).contains(this);
  }

  /** Whether its bytes are known as Cassandra writes them. */
  public boolean hasBytes() {
    // The scale of a decimal is that of its column in Spark, and of each value in Cassandra.
    return this != DECIMAL && this != LIST && this != OTHER;
  }
}
