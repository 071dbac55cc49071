/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;
import org.cassandrastats.udf.annotation.CqlFunction;

/** Results as Spark holds them. */
final class ResultType {
  private static final Map<Type, DataType> SIMPLE =
      Map.ofEntries(
          Map.entry(double.class, DataTypes.DoubleType),
          Map.entry(Double.class, DataTypes.DoubleType),
          Map.entry(float.class, DataTypes.FloatType),
          Map.entry(Float.class, DataTypes.FloatType),
          Map.entry(long.class, DataTypes.LongType),
          Map.entry(Long.class, DataTypes.LongType),
          Map.entry(int.class, DataTypes.IntegerType),
          Map.entry(Integer.class, DataTypes.IntegerType),
          Map.entry(boolean.class, DataTypes.BooleanType),
          Map.entry(Boolean.class, DataTypes.BooleanType));

  private final DataType type;
  private final UnaryOperator<Object> converter;

  private ResultType(DataType type, UnaryOperator<Object> converter) {
    this.type = type;
    this.converter = converter;
  }

  /** The result of an annotated method. */
  static ResultType of(Method method) {
    String named = method.getAnnotation(CqlFunction.class).returns();
    return named.equals("date")
        ? new ResultType(DataTypes.DateType, days -> days)
        : of(method.getGenericReturnType());
  }

  private static ResultType of(Type java) {
    DataType simple = SIMPLE.get(java);
    if (simple != null) {
      return new ResultType(simple, value -> value);
    }
    if (java == ByteBuffer.class) {
      return new ResultType(DataTypes.BinaryType, value -> bytes((ByteBuffer) value));
    }
    if (java == String.class) {
      return new ResultType(DataTypes.StringType, value -> UTF8String.fromString((String) value));
    }
    if (java == Date.class) {
      return new ResultType(DataTypes.TimestampType, ResultType::micros);
    }
    if (java instanceof ParameterizedType generic) {
      return generic(generic);
    }
    return struct((Class<?>) java);
  }

  private static ResultType generic(ParameterizedType java) {
    ResultType first = of(java.getActualTypeArguments()[0]);
    if (java.getRawType() == List.class) {
      return new ResultType(
          DataTypes.createArrayType(first.type, true), list -> first.array((Iterable<?>) list));
    }
    ResultType second = of(java.getActualTypeArguments()[1]);
    return new ResultType(
        DataTypes.createMapType(first.type, second.type, true),
        map ->
            new ArrayBasedMapData(
                first.array(((Map<?, ?>) map).keySet()), second.array(((Map<?, ?>) map).values())));
  }

  /** The public fields of a class, in their order. */
  private static ResultType struct(Class<?> java) {
    List<Field> fields = new ArrayList<>();
    List<ResultType> types = new ArrayList<>();
    List<StructField> named = new ArrayList<>();
    for (Field field : java.getFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        ResultType type = of(field.getGenericType());
        fields.add(field);
        types.add(type);
        named.add(
            DataTypes.createStructField(
                snakeCase(field.getName()), type.type, !field.getType().isPrimitive()));
      }
    }
    return new ResultType(
        DataTypes.createStructType(named),
        value -> {
          Object[] values = new Object[fields.size()];
          for (int index = 0; index < values.length; index++) {
            try {
              values[index] = types.get(index).convert(fields.get(index).get(value));
            } catch (IllegalAccessException hidden) {
              throw new IllegalStateException(hidden);
            }
          }
          return new GenericInternalRow(values);
        });
  }

  private static String snakeCase(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  @SuppressWarnings("JavaUtilDate") // What methods give for a timestamp.
  private static Object micros(Object date) {
    long millis = ((Date) date).getTime();
    try {
      return Math.multiplyExact(millis, 1000L);
    } catch (ArithmeticException beyond) {
      throw new IllegalArgumentException(
          "expected a time that a timestamp of Spark holds, found "
              + millis
              + " milliseconds since 1970",
          beyond);
    }
  }

  /** A copy of the bytes, and of nothing else. */
  static byte[] bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return copy;
  }

  private GenericArrayData array(Iterable<?> values) {
    List<Object> converted = new ArrayList<>();
    for (Object value : values) {
      converted.add(convert(value));
    }
    return new GenericArrayData(converted.toArray());
  }

  /** The type in Spark. */
  DataType type() {
    return type;
  }

  /** The value of Spark; null for null. */
  Object convert(Object value) {
    return value == null ? null : converter.apply(value);
  }
}
