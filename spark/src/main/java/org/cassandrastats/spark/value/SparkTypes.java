/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.value;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.MapType;
import com.datastax.oss.driver.api.core.type.SetType;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import com.datastax.oss.driver.api.core.type.VectorType;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The types of Spark that hold the values of CQL types. */
public final class SparkTypes {
  /** Digits of a decimal in Spark, and how many of them are behind the point. */
  static final int PRECISION = 38;

  static final int SCALE = 18;

  private SparkTypes() {}

  /** The columns of a table. */
  public static StructType schema(RelationMetadata table) {
    StructType schema = new StructType();
    for (ColumnMetadata column : table.getColumns().values()) {
      // Rows that are written may come from a schema that does not know which columns are keys.
      schema = schema.add(column.getName().asInternal(), of(column.getType()), true);
    }
    return schema;
  }

  /** The type for values of a CQL type; of custom types the bytes. */
  public static org.apache.spark.sql.types.DataType of(DataType type) {
    return switch (type.getProtocolCode()) {
      case ProtocolConstants.DataType.TINYINT -> DataTypes.ByteType;
      case ProtocolConstants.DataType.SMALLINT -> DataTypes.ShortType;
      case ProtocolConstants.DataType.INT -> DataTypes.IntegerType;
      case ProtocolConstants.DataType.BIGINT,
          ProtocolConstants.DataType.COUNTER,
          ProtocolConstants.DataType.TIME ->
          DataTypes.LongType;
      case ProtocolConstants.DataType.FLOAT -> DataTypes.FloatType;
      case ProtocolConstants.DataType.DOUBLE -> DataTypes.DoubleType;
      case ProtocolConstants.DataType.BOOLEAN -> DataTypes.BooleanType;
      case ProtocolConstants.DataType.VARINT -> DataTypes.createDecimalType(PRECISION, 0);
      case ProtocolConstants.DataType.DECIMAL -> DataTypes.createDecimalType(PRECISION, SCALE);
      case ProtocolConstants.DataType.TIMESTAMP -> DataTypes.TimestampType;
      case ProtocolConstants.DataType.DATE -> DataTypes.DateType;
      case ProtocolConstants.DataType.ASCII,
          ProtocolConstants.DataType.VARCHAR,
          ProtocolConstants.DataType.UUID,
          ProtocolConstants.DataType.TIMEUUID,
          ProtocolConstants.DataType.INET,
          ProtocolConstants.DataType.DURATION ->
          DataTypes.StringType;
      case ProtocolConstants.DataType.LIST -> array(((ListType) type).getElementType());
      case ProtocolConstants.DataType.SET -> array(((SetType) type).getElementType());
      case ProtocolConstants.DataType.MAP -> {
        MapType map = (MapType) type;
        yield DataTypes.createMapType(of(map.getKeyType()), of(map.getValueType()), true);
      }
      case ProtocolConstants.DataType.UDT -> struct((UserDefinedType) type);
      case ProtocolConstants.DataType.TUPLE -> struct((TupleType) type);
      default ->
          type instanceof VectorType vector ? array(vector.getElementType()) : DataTypes.BinaryType;
    };
  }

  private static org.apache.spark.sql.types.DataType array(DataType element) {
    return DataTypes.createArrayType(of(element), true);
  }

  private static StructType struct(UserDefinedType type) {
    StructType struct = new StructType();
    for (int i = 0; i < type.getFieldNames().size(); i++) {
      struct =
          struct.add(
              type.getFieldNames().get(i).asInternal(), of(type.getFieldTypes().get(i)), true);
    }
    return struct;
  }

  private static StructType struct(TupleType type) {
    StructType struct = new StructType();
    for (int i = 0; i < type.getComponentTypes().size(); i++) {
      struct = struct.add("_" + (i + 1), of(type.getComponentTypes().get(i)), true);
    }
    return struct;
  }
}
