/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.annotated.StoredStates;

/** The ways in which a statement can give the bytes that it writes. */
enum ValueForm {
  HEX_LITERAL,
  STRING_LITERAL,
  BOUND_VALUE,
  FUNCTION_OF_LITERAL,
  FUNCTION_OF_BOUND_VALUE;

  boolean isBound() {
    return this == BOUND_VALUE || this == FUNCTION_OF_BOUND_VALUE;
  }

  /** A statement with bytes in place of its every {@literal @}. */
  SimpleStatement statement(String template, byte[] bytes) {
    // Its big-endian bytes, of which the first is neither 0 nor above 0x7f, are those of the state.
    BigInteger number = new BigInteger(bytes);
    return switch (this) {
      case HEX_LITERAL -> literal(template, StoredStates.hex(bytes));
      case STRING_LITERAL -> literal(template, "'" + StoredStates.hex(bytes) + "'");
      case FUNCTION_OF_LITERAL -> literal(template, "varint_as_blob(" + number + ")");
      case BOUND_VALUE -> bound(template, "?", ByteBuffer.wrap(bytes));
      case FUNCTION_OF_BOUND_VALUE -> bound(template, "varint_as_blob(?)", number);
    };
  }

  private static SimpleStatement literal(String template, String literal) {
    return SimpleStatement.newInstance(template.replace("@", literal));
  }

  private static SimpleStatement bound(String template, String expression, Object value) {
    Object[] values = new Object[template.split("@", -1).length - 1];
    Arrays.fill(values, value);
    return SimpleStatement.newInstance(template.replace("@", expression), values);
  }
}
