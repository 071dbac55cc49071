/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.request;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.nio.ByteBuffer;
import org.cassandrastats.client.cql.Names;

/**
 * A condition of a request.
 *
 * @param left what is compared, in CQL
 * @param operator how
 * @param value the bytes that it is compared with
 */
public record Condition(String left, String operator, ByteBuffer value) {
  /** A column that has a value. */
  public static Condition equal(CqlIdentifier column, ByteBuffer value) {
    return new Condition(Names.cql(column), "=", value);
  }

  /** The condition with a marker for the value. */
  public String cql() {
    return left + " " + operator + " ?";
  }
}
