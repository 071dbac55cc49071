/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Relation;

/** The value of a condition as bytes of the type of its column. */
final class RelationValue {
  private RelationValue() {}

  static ByteBuffer bytes(Relation relation, DataType type, CodecRegistry codecs) {
    ByteBuffer bytes;
    try {
      if (relation.bound()) {
        TypeCodec<Object> codec = codecs.codecFor(type, relation.value());
        bytes = codec.encode(relation.value(), ProtocolVersion.DEFAULT);
      } else {
        TypeCodec<Object> codec = codecs.codecFor(type);
        bytes = codec.encode(codec.parse(relation.cql()), ProtocolVersion.DEFAULT);
      }
    } catch (RuntimeException unfit) {
      // Codecs tell of unfit values by exceptions of many kinds.
      throw new StatsException(
          "%s: expected a value of the type %s.".formatted(relation, type.asCql(false, true)),
          unfit);
    }
    if (bytes == null) {
      throw new StatsException(relation + ": no key is null.");
    }
    return bytes;
  }
}
