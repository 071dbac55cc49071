/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Relation;
import org.cassandrastats.client.request.RetryingRequests;

/**
 * The values of conditions as bytes of the types of their columns. A constant is read by a server,
 * because it means there what it says: a time without a zone is in the zone of the server.
 */
public final class RelationValue {
  private final CodecRegistry codecs;
  private final RetryingRequests requests;

  public RelationValue(CodecRegistry codecs, RetryingRequests requests) {
    this.codecs = codecs;
    this.requests = requests;
  }

  public ByteBuffer bytes(Relation relation, DataType type) throws InterruptedException {
    ByteBuffer bytes = relation.bound() ? encoded(relation, type) : constant(relation, type);
    if (bytes == null) {
      throw new StatsException(relation + ": no key is null.");
    }
    return bytes;
  }

  private ByteBuffer encoded(Relation relation, DataType type) {
    try {
      TypeCodec<Object> codec = codecs.codecFor(type, relation.value());
      return codec.encode(relation.value(), ProtocolVersion.DEFAULT);
    } catch (RuntimeException unfit) {
      // Codecs tell of unfit values by exceptions of many kinds.
      throw refused(relation, type, unfit);
    }
  }

  private ByteBuffer constant(Relation relation, DataType type) throws InterruptedException {
    String cql =
        "SELECT (%s) %s FROM system.local".formatted(type.asCql(false, false), relation.cql());
    try {
      return requests.rows(cql, List.of(), "").get(0).get(0);
    } catch (StatsException stopped) {
      throw stopped.getCause() instanceof InvalidQueryException unfit
          ? refused(relation, type, unfit)
          : stopped;
    }
  }

  private static StatsException refused(Relation relation, DataType type, Exception cause) {
    return new StatsException(
        "%s: expected a value of the type %s.".formatted(relation, type.asCql(false, true)), cause);
  }
}
