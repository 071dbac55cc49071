/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.argument;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/**
 * How an argument is read from a row: as a handle from the row to the parameter's type, so that a
 * number becomes no object on its way.
 */
public final class ArgumentReader {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private ArgumentReader() {}

  /**
   * The reader of an argument that is not null.
   *
   * @param given the type of the argument, which suits the parameter
   * @param parameter the type of the parameter
   * @param isAnyType whether a blob stands for the bytes of any type
   * @param index the place of the argument in the row
   */
  public static MethodHandle of(DataType given, Type parameter, boolean isAnyType, int index) {
    if (!(parameter instanceof Class<?> type)) {
      return list(given, element(parameter), index);
    }
    Kind kind = Kind.of(given);
    MethodHandle reader;
    if (kind == Kind.NULL) {
      // Never called: the value is null.
      reader =
          MethodHandles.dropArguments(
              MethodHandles.constant(type, zero(type)), 0, InternalRow.class);
    } else if (type == ByteBuffer.class) {
      reader = at(isAnyType ? bytes(given, kind) : own("blob", ByteBuffer.class), index);
    } else if (type == String.class) {
      reader = at(own("text", String.class), index);
    } else {
      reader = number(given, kind, MethodType.methodType(type).unwrap().returnType(), index);
    }
    return reader.asType(MethodType.methodType(type, InternalRow.class));
  }

  /** The class of the elements of a list. */
  public static Class<?> element(Type list) {
    return (Class<?>) ((ParameterizedType) list).getActualTypeArguments()[0];
  }

  private static Object zero(Class<?> type) {
    if (type == double.class) {
      return 0.0;
    }
    if (type == long.class) {
      return 0L;
    }
    return type == int.class ? 0 : null;
  }

  /** The same where the value may be null, for a parameter that may be. */
  public static MethodHandle orNull(MethodHandle reader, int index) {
    Class<?> type = reader.type().returnType();
    MethodHandle isNull = at(getter("isNullAt", boolean.class), index);
    MethodHandle none =
        MethodHandles.dropArguments(MethodHandles.constant(type, null), 0, InternalRow.class);
    return MethodHandles.guardWithTest(isNull, none, reader);
  }

  private static MethodHandle number(DataType given, Kind kind, Class<?> target, int index) {
    MethodHandle value;
    if (kind == Kind.DECIMAL || (kind == Kind.VARINT && target == double.class)) {
      value = ofDecimal("ofDecimal", double.class, given);
    } else if (kind == Kind.VARINT) {
      value = ofDecimal("ofVarint", long.class, given);
    } else {
      value = number(kind);
    }
    return MethodHandles.explicitCastArguments(
        at(value, index), MethodType.methodType(target, InternalRow.class));
  }

  private static MethodHandle number(Kind kind) {
    return switch (kind) {
      case TINYINT -> getter("getByte", byte.class);
      case SMALLINT -> getter("getShort", short.class);
      case INT, DATE -> getter("getInt", int.class);
      case BIGINT -> getter("getLong", long.class);
      case FLOAT -> getter("getFloat", float.class);
      case DOUBLE -> getter("getDouble", double.class);
      case TIMESTAMP -> own("millis", long.class);
      default -> throw new IllegalStateException("expected a number, found " + kind);
    };
  }

  private static MethodHandle bytes(DataType given, Kind kind) {
    return switch (kind) {
      case TINYINT -> own("bytesOfByte", ByteBuffer.class);
      case SMALLINT -> own("bytesOfShort", ByteBuffer.class);
      case INT -> own("bytesOfInt", ByteBuffer.class);
      case BIGINT -> own("bytesOfLong", ByteBuffer.class);
      case FLOAT -> own("bytesOfFloat", ByteBuffer.class);
      case DOUBLE -> own("bytesOfDouble", ByteBuffer.class);
      case TIMESTAMP -> own("bytesOfMillis", ByteBuffer.class);
      case DATE -> own("bytesOfDate", ByteBuffer.class);
      case VARINT -> ofDecimal("bytesOfVarint", ByteBuffer.class, given);
      case TEXT -> own("bytesOfText", ByteBuffer.class);
      case BOOLEAN -> own("bytesOfBoolean", ByteBuffer.class);
      case BLOB -> own("blob", ByteBuffer.class);
      default -> throw new IllegalStateException("expected a type with bytes, found " + kind);
    };
  }

  private static MethodHandle list(DataType given, Class<?> element, int index) {
    if (Kind.of(given) == Kind.NULL) {
      return MethodHandles.dropArguments(
          MethodHandles.constant(List.class, null), 0, InternalRow.class);
    }
    ListReader reader = new ListReader(((ArrayType) given).elementType(), element);
    try {
      MethodHandle read =
          LOOKUP.bind(
              reader, "read", MethodType.methodType(List.class, InternalRow.class, int.class));
      return at(read, index);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A getter of Spark's rows. */
  private static MethodHandle getter(String name, Class<?> result) {
    try {
      return LOOKUP.findVirtual(InternalRow.class, name, MethodType.methodType(result, int.class));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static MethodHandle ofDecimal(String name, Class<?> result, DataType given) {
    return find(
            name, MethodType.methodType(result, DecimalType.class, InternalRow.class, int.class))
        .bindTo(given);
  }

  private static MethodHandle own(String name, Class<?> result) {
    return find(name, MethodType.methodType(result, InternalRow.class, int.class));
  }

  private static MethodHandle find(String name, MethodType type) {
    try {
      return LOOKUP.findStatic(RowValues.class, name, type);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static MethodHandle at(MethodHandle reader, int index) {
    return MethodHandles.insertArguments(reader, 1, index);
  }
}
