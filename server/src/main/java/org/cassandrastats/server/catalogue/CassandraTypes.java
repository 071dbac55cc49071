/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.catalogue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.cassandra.cql3.FieldIdentifier;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.AsciiType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.ByteType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.CounterColumnType;
import org.apache.cassandra.db.marshal.DecimalType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.FloatType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.IntegerType;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.ShortType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.marshal.UserType;
import org.apache.cassandra.utils.ByteBufferUtil;

/** Java types, and names of CQL types, as Cassandra's types. */
final class CassandraTypes {
  private static final Map<Type, AbstractType<?>> OF_JAVA =
      Map.ofEntries(
          Map.entry(ByteBuffer.class, BytesType.instance),
          Map.entry(double.class, DoubleType.instance),
          Map.entry(Double.class, DoubleType.instance),
          Map.entry(float.class, FloatType.instance),
          Map.entry(Float.class, FloatType.instance),
          Map.entry(long.class, LongType.instance),
          Map.entry(Long.class, LongType.instance),
          Map.entry(int.class, Int32Type.instance),
          Map.entry(Integer.class, Int32Type.instance),
          Map.entry(boolean.class, BooleanType.instance),
          Map.entry(Boolean.class, BooleanType.instance),
          Map.entry(String.class, UTF8Type.instance),
          Map.entry(Date.class, TimestampType.instance));

  private static final Map<String, AbstractType<?>> OF_NAME =
      Map.ofEntries(
          Map.entry("tinyint", ByteType.instance),
          Map.entry("smallint", ShortType.instance),
          Map.entry("int", Int32Type.instance),
          Map.entry("bigint", LongType.instance),
          Map.entry("varint", IntegerType.instance),
          Map.entry("counter", CounterColumnType.instance),
          Map.entry("float", FloatType.instance),
          Map.entry("double", DoubleType.instance),
          Map.entry("decimal", DecimalType.instance),
          Map.entry("timestamp", TimestampType.instance),
          Map.entry("date", SimpleDateType.instance),
          Map.entry("ascii", AsciiType.instance),
          Map.entry("blob", BytesType.instance));

  /**
   * Not frozen, as CREATE FUNCTION has it: a frozen parameter would refuse a list that is a column.
   */
  private static final boolean MULTI_CELL = true;

  private final String keyspace;

  /**
   * Types as functions of a keyspace have them.
   *
   * @param keyspace of user-defined types
   */
  CassandraTypes(String keyspace) {
    this.keyspace = keyspace;
  }

  /** The type that an annotation names. */
  static AbstractType<?> named(String name) {
    AbstractType<?> type = OF_NAME.get(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "expected a CQL type of numbers, times, ascii or blob, found " + name);
    }
    return type;
  }

  /** The type of a parameter or result. */
  AbstractType<?> of(Type java) {
    AbstractType<?> simple = OF_JAVA.get(java);
    if (simple != null) {
      return simple;
    }
    if (java instanceof ParameterizedType) {
      ParameterizedType generic = (ParameterizedType) java;
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        return ListType.getInstance(of(arguments[0]), MULTI_CELL);
      }
      if (generic.getRawType() == Map.class) {
        return MapType.getInstance(of(arguments[0]), of(arguments[1]), MULTI_CELL);
      }
    }
    if (java instanceof Class && ((Class<?>) java).getName().startsWith("org.cassandrastats.")) {
      return userType((Class<?>) java);
    }
    throw new IllegalArgumentException("no CQL type for " + java);
  }

  private UserType userType(Class<?> type) {
    List<FieldIdentifier> names = new ArrayList<>();
    List<AbstractType<?>> types = new ArrayList<>();
    for (Field field : type.getFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        names.add(FieldIdentifier.forUnquoted(snakeCase(field.getName())));
        types.add(of(field.getGenericType()));
      }
    }
    return new UserType(
        keyspace, ByteBufferUtil.bytes(snakeCase(type.getSimpleName())), names, types, MULTI_CELL);
  }

  private static String snakeCase(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }
}
