/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.value;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.unsafe.types.UTF8String;

/** Constants of Spark in CQL. */
public final class CqlLiterals {
  /** Bytes of a key, at most. */
  private static final int LONGEST = 65_536;

  private static final long MICROS = 1000;

  private CqlLiterals() {}

  /** How a column is compared with constants. */
  public enum Comparison {
    EQUAL,
    /** By an order that Spark and Cassandra have in common. */
    ORDER
  }

  /**
   * A constant as a value of a column.
   *
   * @return empty where Spark compares other than Cassandra, or the column has no such value
   */
  public static Optional<String> of(DataType type, Literal<?> literal, Comparison comparison) {
    Object value = literal.value();
    if (value == null) {
      return Optional.empty();
    }
    return switch (type.getProtocolCode()) {
      case ProtocolConstants.DataType.TINYINT,
          ProtocolConstants.DataType.SMALLINT,
          ProtocolConstants.DataType.INT,
          ProtocolConstants.DataType.BIGINT ->
          value instanceof Number number ? Optional.of(String.valueOf(number)) : Optional.empty();
      case ProtocolConstants.DataType.ASCII, ProtocolConstants.DataType.VARCHAR ->
          isText(value) ? text(type, value.toString()) : Optional.empty();
      case ProtocolConstants.DataType.TIMESTAMP -> timestamp(value);
      case ProtocolConstants.DataType.DATE -> date(value);
      case ProtocolConstants.DataType.UUID, ProtocolConstants.DataType.TIMEUUID ->
          comparison == Comparison.EQUAL ? uuid(type, value.toString()) : Optional.empty();
      case ProtocolConstants.DataType.BOOLEAN ->
          comparison == Comparison.EQUAL ? Optional.of(value.toString()) : Optional.empty();
      case ProtocolConstants.DataType.BLOB ->
          comparison == Comparison.EQUAL
                  && value instanceof byte[] bytes
                  && bytes.length > 0
                  && bytes.length < LONGEST
              ? Optional.of("0x" + HexFormat.of().formatHex(bytes))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Bytes that are no UTF-8 would become other ones. */
  public static boolean isText(Object value) {
    return !(value instanceof UTF8String text)
        || UTF8String.fromString(text.toString()).equals(text);
  }

  /** What no key can be is left to Spark, which finds no row of it; Cassandra has an error. */
  private static Optional<String> text(DataType type, String text) {
    boolean isAscii = type.getProtocolCode() == ProtocolConstants.DataType.ASCII;
    boolean isKey =
        !text.isEmpty()
            && text.length() < LONGEST / 4
            && (!isAscii || text.chars().allMatch(letter -> letter < 128));
    return isKey ? Optional.of(quoted(text)) : Optional.empty();
  }

  /** A text in quotes. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Of a time between milliseconds, Spark is to say which rows are before it. */
  private static Optional<String> timestamp(Object micros) {
    return micros instanceof Long time && time % MICROS == 0
        ? Optional.of(String.valueOf(time / MICROS))
        : Optional.empty();
  }

  private static Optional<String> date(Object days) {
    try {
      LocalDate date = LocalDate.ofEpochDay(((Number) days).longValue());
      return date.getYear() < 1 || date.getYear() > 9999
          ? Optional.empty()
          : Optional.of(quoted(date.toString()));
    } catch (DateTimeException | ClassCastException none) {
      return Optional.empty();
    }
  }

  /** Spark compares texts: another way to write an id is another text. */
  private static Optional<String> uuid(DataType type, String text) {
    try {
      UUID id = UUID.fromString(text);
      boolean isKey = !type.equals(DataTypes.TIMEUUID) || id.version() == 1;
      return isKey && id.toString().equals(text) ? Optional.of(text) : Optional.empty();
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }
}
