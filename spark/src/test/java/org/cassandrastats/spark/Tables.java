/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Tables of given values. */
final class Tables {
  private Tables() {}

  /** A table with the columns c0, c1 and so on. */
  static Dataset<Row> of(SparkSession spark, List<Object[]> rows, List<DataType> types) {
    StructType schema = new StructType();
    for (int index = 0; index < types.size(); index++) {
      schema = schema.add("c" + index, types.get(index), true);
    }
    List<Row> values = new ArrayList<>();
    rows.forEach(row -> values.add(RowFactory.create(row)));
    return spark.createDataFrame(values, schema);
  }

  /** The narrowest type of Spark that holds values of a golden file. */
  static DataType type(Iterable<JsonNode> values) {
    DataType type = DataTypes.IntegerType;
    for (JsonNode value : values) {
      if (value.isArray()) {
        return DataTypes.createArrayType(DataTypes.DoubleType);
      }
      if (value.isTextual() && !isNumber(value)) {
        return value.asText().startsWith("0x") ? DataTypes.BinaryType : DataTypes.StringType;
      }
      if (value.isTextual() || value.isFloatingPointNumber()) {
        return DataTypes.DoubleType;
      }
      if (!value.canConvertToInt()) {
        type = DataTypes.LongType;
      }
    }
    return type;
  }

  private static boolean isNumber(JsonNode text) {
    return List.of("NaN", "Infinity", "-Infinity").contains(text.asText());
  }

  /** A value of a golden file as a type of Spark holds it. */
  static Object value(JsonNode value, DataType type) {
    if (value == null || value.isNull()) {
      return null;
    }
    if (type instanceof ArrayType) {
      List<Double> list = new ArrayList<>();
      value.forEach(element -> list.add(number(element)));
      return list.toArray();
    }
    if (type.equals(DataTypes.BinaryType)) {
      return GoldenStates.bytes(value);
    }
    if (type.equals(DataTypes.StringType)) {
      return value.asText();
    }
    if (type.equals(DataTypes.DoubleType)) {
      return number(value);
    }
    if (type.equals(DataTypes.LongType)) {
      return value.longValue();
    }
    return value.intValue();
  }

  /** A double of a golden file. */
  static double number(JsonNode value) {
    return value.isTextual() ? Double.parseDouble(value.asText()) : value.doubleValue();
  }
}
