/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types.function;

import java.nio.ByteBuffer;
import org.apache.cassandra.cql3.functions.UDFDataType;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.transport.ProtocolVersion;

/** An argument that is decoded as for a user-defined function. */
final class ObjectArgument extends Argument {
  private final UDFDataType type;
  private final ProtocolVersion version;
  private final boolean immutable;
  private ByteBuffer bytes;
  private Object value;

  ObjectArgument(AbstractType<?> type, ProtocolVersion version) {
    this.type = UDFDataType.wrap(type, false);
    this.version = version;
    this.immutable = type != BytesType.instance;
  }

  @Override
  @SuppressWarnings(
      "ReferenceEquality") // Comparing the bytes could take longer than decoding them.
  void set(ByteBuffer next) {
    // A literal list is the same buffer for every row. A state may have changed in place.
    if (immutable && next != null && next == bytes) {
      return;
    }
    value = type.compose(version, next);
    setNull(value == null);
    bytes = next;
  }

  @Override
  Object value() {
    return value;
  }
}
