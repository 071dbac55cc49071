/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.value;

import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.type.CustomType;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.MapType;
import com.datastax.oss.driver.api.core.type.SetType;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import com.datastax.oss.driver.api.core.type.VectorType;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.Decimal;

/** Values of Spark as the driver takes them. */
public final class CqlValues {
  private static final long MICROS = 1000;

  private CqlValues() {}

  /** Whether values of a type are written. */
  public static boolean isWritten(DataType type) {
    if (type instanceof ListType list) {
      return isWritten(list.getElementType());
    }
    if (type instanceof SetType set) {
      return isWritten(set.getElementType());
    }
    if (type instanceof MapType map) {
      return isWritten(map.getKeyType()) && isWritten(map.getValueType());
    }
    return type.getProtocolCode() != ProtocolConstants.DataType.COUNTER
        && !(type instanceof UserDefinedType)
        && !(type instanceof TupleType)
        && !(type instanceof VectorType);
  }

  /**
   * A value for the driver.
   *
   * @param type in CQL
   * @param value as Spark holds one of the type that {@link SparkTypes} gives; not null
   * @throws IllegalArgumentException if it is no value of the type
   */
  public static Object of(DataType type, Object value) {
    String text = String.valueOf(value);
    return switch (type.getProtocolCode()) {
      case ProtocolConstants.DataType.ASCII, ProtocolConstants.DataType.VARCHAR -> text;
      case ProtocolConstants.DataType.UUID, ProtocolConstants.DataType.TIMEUUID -> id(text);
      case ProtocolConstants.DataType.INET -> address(text);
      case ProtocolConstants.DataType.DURATION -> CqlDuration.from(text);
      case ProtocolConstants.DataType.TIMESTAMP ->
          Instant.ofEpochMilli(Math.floorDiv((Long) value, MICROS));
      case ProtocolConstants.DataType.DATE -> LocalDate.ofEpochDay((Integer) value);
      case ProtocolConstants.DataType.TIME -> LocalTime.ofNanoOfDay((Long) value);
      case ProtocolConstants.DataType.DECIMAL -> ((Decimal) value).toJavaBigDecimal();
      case ProtocolConstants.DataType.VARINT ->
          ((Decimal) value).toJavaBigDecimal().toBigIntegerExact();
      case ProtocolConstants.DataType.BLOB -> ByteBuffer.wrap((byte[]) value);
      case ProtocolConstants.DataType.LIST ->
          list(((ListType) type).getElementType(), (ArrayData) value);
      case ProtocolConstants.DataType.SET ->
          new LinkedHashSet<>(list(((SetType) type).getElementType(), (ArrayData) value));
      case ProtocolConstants.DataType.MAP -> map((MapType) type, (MapData) value);
      default -> type instanceof CustomType ? ByteBuffer.wrap((byte[]) value) : value;
    };
  }

  /** Java takes fewer digits, too. */
  private static UUID id(String text) {
    UUID id = UUID.fromString(text);
    if (!id.toString().equalsIgnoreCase(text)) {
      throw new IllegalArgumentException("expected an id of 32 digits in five groups");
    }
    return id;
  }

  private static InetAddress address(String text) {
    // A name would be looked up, and fewer numbers be another address.
    if (!text.matches("[0-9]+([.][0-9]+){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
      throw new IllegalArgumentException("expected an address of IPv4 or IPv6");
    }
    try {
      return InetAddress.getAllByName(text)[0];
    } catch (UnknownHostException none) {
      throw new IllegalArgumentException("expected an address of IPv4 or IPv6", none);
    }
  }

  private static List<Object> list(DataType element, ArrayData values) {
    org.apache.spark.sql.types.DataType of = SparkTypes.of(element);
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < values.numElements(); i++) {
      if (values.isNullAt(i)) {
        throw new IllegalArgumentException(
            "expected a collection without nulls, which Cassandra does not store");
      }
      list.add(of(element, values.get(i, of)));
    }
    return list;
  }

  private static Map<Object, Object> map(MapType type, MapData values) {
    List<Object> keys = list(type.getKeyType(), values.keyArray());
    List<Object> of = list(type.getValueType(), values.valueArray());
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      map.put(keys.get(i), of.get(i));
    }
    return map;
  }
}
