/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.cassandra.db.marshal.ValueAccessor;
import org.apache.cassandra.serializers.BytesSerializer;

/** Bytes that have to be a state. Collections, tuples and user types ask it for each element. */
final class StateSerializer extends BytesSerializer {
  private final Consumer<ByteBuffer> check;

  StateSerializer(Consumer<ByteBuffer> check) {
    this.check = check;
  }

  @Override
  public <V> void validate(V value, ValueAccessor<V> accessor) {
    if (value == null || accessor.isEmpty(value)) {
      return;
    }
    try {
      // Its bytes alone are stored: the buffer of a function that is not finished has room behind
      // them, by which the check would know it and take it for valid.
      check.accept(accessor.toBuffer(value).slice());
    } catch (IllegalArgumentException noState) {
      throw new InvalidStateException(noState.getMessage(), noState);
    }
  }
}
