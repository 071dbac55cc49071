/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import org.cassandrastats.annotated.CqlValues;

/** Bytes of a CQL type written out in CQL. */
final class CqlLiterals {
  private CqlLiterals() {}

  /** A literal with the type that chooses the overload; null for what cannot be written. */
  static String of(ByteBuffer bytes, String type) {
    String hint = type.startsWith("list<") ? "" : "(" + type + ") ";
    if (bytes == null || (!bytes.hasRemaining() && !type.equals("blob"))) {
      return hint + "null";
    }
    if (type.equals("blob")) {
      return hint + LaneAnswer.hex(bytes);
    }
    if (type.startsWith("list<") && !isList(bytes)) {
      return "null";
    }
    TypeCodec<Object> codec = CodecRegistry.DEFAULT.codecFor(CqlValues.type(type));
    try {
      return hint + codec.format(codec.decode(bytes.duplicate(), ProtocolVersion.DEFAULT));
    } catch (RuntimeException garbage) {
      return hint + "null";
    }
  }

  /** The driver makes room for as many elements as garbage claims. */
  private static boolean isList(ByteBuffer bytes) {
    return bytes.remaining() >= Integer.BYTES
        && bytes.getInt(bytes.position()) <= bytes.remaining() / Integer.BYTES;
  }
}
