/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.serializers.MarshalException;

/** What a client is told whose value is no state. */
final class RefusedValue {
  private RefusedValue() {}

  static InvalidRequestException in(ColumnMetadata column, MarshalException refused) {
    InvalidRequestException answer =
        new InvalidRequestException(
            "Invalid value for column " + column.name.toCQLString() + ": " + refused.getMessage());
    answer.initCause(refused);
    return answer;
  }
}
