/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.nio.ByteBuffer;
import org.apache.cassandra.cql3.functions.UDFDataType;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.transport.ProtocolVersion;

/** An argument that is decoded as for a user-defined function. */
final class ObjectArgument extends Argument {
  private final UDFDataType type;
  private final ProtocolVersion version;
  private Object value;

  ObjectArgument(AbstractType<?> type, ProtocolVersion version) {
    super(type == BytesType.instance);
    this.type = UDFDataType.wrap(type, false);
    this.version = version;
  }

  @Override
  void decode(ByteBuffer bytes) {
    value = type.compose(version, bytes);
    setNull(value == null);
  }

  @Override
  Object value() {
    return value;
  }
}
