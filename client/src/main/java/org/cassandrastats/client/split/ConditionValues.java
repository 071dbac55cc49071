/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.client.cql.Select.Expression;
import org.cassandrastats.client.range.KeyType;
import org.cassandrastats.client.request.Requests;

/**
 * The values of conditions as bytes of the types of their columns. A constant is read by a server,
 * because it means there what it says: a time without a zone is in the zone of the server.
 *
 * @param codecs of the session
 * @param requests which ask a server
 */
record ConditionValues(CodecRegistry codecs, Requests requests) {
  /** The values of a condition in the order of their type, each once. */
  List<ByteBuffer> distinct(Select.Relation relation, DataType type) throws InterruptedException {
    Set<ByteBuffer> found = new LinkedHashSet<>();
    for (Select.Relation one : relation.each()) {
      found.add(bytes(one, type));
    }
    List<ByteBuffer> sorted = new ArrayList<>(found);
    // Without an order that is known, it is that of the statement.
    KeyType.of(type).ifPresent(known -> sorted.sort(known.ofBytes()));
    return sorted;
  }

  /** A constant timestamp in milliseconds. */
  long millis(Expression constant) {
    try {
      ByteBuffer bytes =
          requests
              .retried("SELECT " + constant.cql() + " FROM system.local", List.of(), "")
              .get(0)
              .get(0);
      return bytes.getLong(bytes.position());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StatsException("The run was interrupted.", interrupted);
    }
  }

  ByteBuffer bytes(Select.Relation relation, DataType type) throws InterruptedException {
    ByteBuffer bytes = relation.bound() ? encoded(relation, type) : constant(relation, type);
    if (bytes == null) {
      throw new StatsException(relation + ": no key is null.");
    }
    return bytes;
  }

  private ByteBuffer encoded(Select.Relation relation, DataType type) {
    try {
      TypeCodec<Object> codec = codecs.codecFor(type, relation.value());
      return codec.encode(relation.value(), ProtocolVersion.DEFAULT);
    } catch (RuntimeException unfit) {
      // Codecs tell of unfit values by exceptions of many kinds.
      throw refused(relation, type, unfit);
    }
  }

  private ByteBuffer constant(Select.Relation relation, DataType type) throws InterruptedException {
    String cql =
        "SELECT (%s) %s FROM system.local".formatted(type.asCql(false, false), relation.cql());
    try {
      return requests.retried(cql, List.of(), "").get(0).get(0);
    } catch (StatsException stopped) {
      throw stopped.getCause() instanceof InvalidQueryException unfit
          ? refused(relation, type, unfit)
          : stopped;
    }
  }

  private static StatsException refused(Select.Relation relation, DataType type, Exception cause) {
    return new StatsException(
        "%s: expected a value of the type %s.".formatted(relation, type.asCql(false, true)), cause);
  }
}
