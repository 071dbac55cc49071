/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.annotated;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;

/** Values as the bytes that the native protocol carries. */
public final class CqlValues {
  private static final Map<String, DataType> TYPES =
      Map.ofEntries(
          Map.entry("blob", DataTypes.BLOB),
          Map.entry("boolean", DataTypes.BOOLEAN),
          Map.entry("int", DataTypes.INT),
          Map.entry("bigint", DataTypes.BIGINT),
          Map.entry("varint", DataTypes.VARINT),
          Map.entry("float", DataTypes.FLOAT),
          Map.entry("double", DataTypes.DOUBLE),
          Map.entry("text", DataTypes.TEXT),
          Map.entry("ascii", DataTypes.ASCII),
          Map.entry("timestamp", DataTypes.TIMESTAMP),
          Map.entry("date", DataTypes.DATE));

  private CqlValues() {}

  /** The bytes of a value, or of the object of a class that is a user-defined type. */
  public static ByteBuffer encode(Object value, String type) {
    if (value == null) {
      return null;
    }
    if (value instanceof ByteBuffer blob) {
      return blob.duplicate();
    }
    if (value.getClass().getName().startsWith("org.cassandrastats.")) {
      return encodeFields(value);
    }
    return CodecRegistry.DEFAULT
        .codecFor(type(type))
        .encode(ofDriver(value, type), ProtocolVersion.DEFAULT);
  }

  /** What functions answer is also a Date for a timestamp, or the days since 1970 for a date. */
  private static Object ofDriver(Object value, String type) {
    if (value instanceof Date date) {
      return date.toInstant();
    }
    if (value instanceof Map<?, ?> map && type.contains("timestamp")) {
      Map<Object, Object> instants = new LinkedHashMap<>();
      map.forEach((key, part) -> instants.put(ofDriver(key, type), ofDriver(part, type)));
      return instants;
    }
    return value instanceof Integer days && type.equals("date")
        ? LocalDate.ofEpochDay(days)
        : value;
  }

  /** The driver's name for a CQL type. */
  public static DataType type(String cql) {
    if (cql.startsWith("list<")) {
      return DataTypes.listOf(type(cql.substring("list<".length(), cql.length() - 1)));
    }
    if (cql.startsWith("map<")) {
      String[] parts = cql.substring("map<".length(), cql.length() - 1).split(", ", 2);
      return DataTypes.mapOf(type(parts[0]), type(parts[1]));
    }
    DataType type = TYPES.get(cql);
    if (type == null) {
      throw new IllegalArgumentException("unknown CQL type " + cql);
    }
    return type;
  }

  /** The fields in their order, each behind its length; -1 is null. */
  private static ByteBuffer encodeFields(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Field field : value.getClass().getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      ByteBuffer encoded;
      try {
        encoded = encode(field.get(value), JavaTypes.cql(field.getGenericType()));
      } catch (IllegalAccessException hidden) {
        throw new IllegalStateException(hidden);
      }
      int length = encoded == null ? -1 : encoded.remaining();
      bytes.writeBytes(ByteBuffer.allocate(4).putInt(0, length).array());
      if (encoded != null) {
        byte[] copy = new byte[length];
        encoded.get(copy);
        bytes.writeBytes(copy);
      }
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }
}
