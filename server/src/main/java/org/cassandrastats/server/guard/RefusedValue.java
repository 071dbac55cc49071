/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.CollectionType;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.utils.ByteBufferUtil;

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

  /**
   * Validates a value that is to be written as a type; null, and what is not set, are none.
   *
   * @throws InvalidRequestException if it is invalid
   */
  @SuppressWarnings("ReferenceEquality") // What is not set is a buffer like any other.
  static void check(ColumnMetadata column, AbstractType<?> type, ByteBuffer value) {
    if (value == null || value == ByteBufferUtil.UNSET_BYTE_BUFFER) {
      return;
    }
    try {
      type.validate(value);
    } catch (MarshalException refused) {
      throw in(column, refused);
    }
  }

  /**
   * Validates the key of what is removed from a map or set. It is stored with the removal, and
   * Cassandra validates it when it replays its commit log.
   *
   * @throws InvalidRequestException if it is invalid
   */
  static void checkRemoved(ColumnMetadata column, CellPath path) {
    if (column.type instanceof CollectionType && path != null && path.size() > 0) {
      check(column, ((CollectionType<?>) column.type).nameComparator(), path.get(0));
    }
  }
}
