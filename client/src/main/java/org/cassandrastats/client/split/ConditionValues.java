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
import java.util.stream.Collectors;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.client.cql.Select.Expression;
import org.cassandrastats.client.range.ValueOrder;
import org.cassandrastats.client.request.Requests;

/**
 * The values of conditions as bytes of the types of their columns. A constant is read by a server,
 * because it means there what it says: a time without a zone is in the zone of the server.
 *
 * @param codecs of the session
 * @param requests which ask a server
 */
record ConditionValues(CodecRegistry codecs, Requests requests) {
  /** So many constants are read by one statement: each statement is prepared, and kept by nodes. */
  private static final int AT_ONCE = 100;

  /** The values of a condition in the order of their type, each once. */
  List<ByteBuffer> distinct(Select.Relation relation, DataType type) throws InterruptedException {
    Set<ByteBuffer> found = new LinkedHashSet<>();
    List<Select.Relation> rest = relation.each();
    while (!rest.isEmpty()) {
      List<Select.Relation> next = rest.subList(0, Math.min(rest.size(), AT_ONCE));
      rest = rest.subList(next.size(), rest.size());
      found.addAll(bytes(next, type));
    }
    List<ByteBuffer> sorted = new ArrayList<>(found);
    // Without an order that is known, it is that of the statement.
    ValueOrder.of(type).ifPresent(sorted::sort);
    return sorted;
  }

  /** Several values, whose constants a server reads at once if it takes them all. */
  private List<ByteBuffer> bytes(List<Select.Relation> relations, DataType type)
      throws InterruptedException {
    if (relations.size() > 1 && relations.stream().noneMatch(Select.Relation::bound)) {
      String constants =
          relations.stream()
              .map(relation -> constant(type, relation))
              .collect(Collectors.joining(", "));
      try {
        List<ByteBuffer> values = requests.retried(constants(constants), List.of(), "").get(0);
        if (!values.contains(null)) {
          return values;
        }
      } catch (StatsException stopped) {
        if (!(stopped.getCause() instanceof InvalidQueryException)) {
          throw stopped;
        }
      }
    }
    // One after the other, so that the one is named that is no key.
    List<ByteBuffer> values = new ArrayList<>();
    for (Select.Relation relation : relations) {
      values.add(bytes(relation, type));
    }
    return values;
  }

  private static String constant(DataType type, Select.Relation relation) {
    return "(%s) %s".formatted(type.asCql(false, false), relation.cql());
  }

  private static String constants(String cql) {
    return "SELECT " + cql + " FROM system.local";
  }

  /** A constant timestamp in milliseconds. */
  long millis(Expression constant) {
    try {
      ByteBuffer bytes = requests.retried(constants(constant.cql()), List.of(), "").get(0).get(0);
      return bytes.getLong(bytes.position());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StatsException("The run was interrupted.", interrupted);
    }
  }

  ByteBuffer bytes(Select.Relation relation, DataType type) throws InterruptedException {
    ByteBuffer bytes = relation.bound() ? encoded(relation, type) : read(relation, type);
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

  private ByteBuffer read(Select.Relation relation, DataType type) throws InterruptedException {
    try {
      return requests.retried(constants(constant(type, relation)), List.of(), "").get(0).get(0);
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
