/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.util.Set;

/** Takes texts for values of a type of CQL, as literals without their quotes. */
final class CellType {
  private static final Set<Integer> TEXTS =
      Set.of(ProtocolConstants.DataType.ASCII, ProtocolConstants.DataType.VARCHAR);

  /** Whose literals are strings. */
  private static final Set<Integer> QUOTED =
      Set.of(
          ProtocolConstants.DataType.TIMESTAMP,
          ProtocolConstants.DataType.DATE,
          ProtocolConstants.DataType.TIME,
          ProtocolConstants.DataType.INET);

  private final DataType type;
  private final TypeCodec<Object> codec;

  CellType(DataType type, CodecRegistry registry) {
    this.type = type;
    this.codec = registry.codecFor(type);
  }

  /** How CQL calls it. */
  String name() {
    return type.asCql(false, true);
  }

  /**
   * The value of a text.
   *
   * @return null if the text is empty
   * @throws IllegalArgumentException if it is none
   */
  Object value(String text) {
    if (TEXTS.contains(type.getProtocolCode())) {
      return text.isEmpty() ? null : text;
    }
    String literal = text.strip();
    boolean isNumber = literal.matches("-?\\d+");
    if (isNumber && type.getProtocolCode() == ProtocolConstants.DataType.DATE) {
      // CQL takes 2026 for a day, counted from five million years ago.
      throw new IllegalArgumentException("expected a date such as 2026-07-01");
    }
    boolean isBare = !literal.startsWith("'") && !isNumber;
    return literal.isEmpty()
        ? null
        : codec.parse(
            QUOTED.contains(type.getProtocolCode()) && isBare ? "'" + literal + "'" : literal);
  }
}
