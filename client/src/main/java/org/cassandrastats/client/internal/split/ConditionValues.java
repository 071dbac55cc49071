/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.range.ValueOrder;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Requests;

/**
 * The values of conditions as bytes of the types of their columns. A constant is read by a server,
 * because it means there what it says: a time without a zone is in the zone of the server.
 */
final class ConditionValues {
  /** So many constants are read by one statement. */
  private static final int AT_ONCE = 1000;

  private final CodecRegistry codecs;
  private final Requests requests;
  private final Requests ofOneNode;
  private final Map<String, ByteBuffer> known = new HashMap<>();

  /**
   * Values.
   *
   * @param codecs of the session
   * @param requests which ask a server
   */
  ConditionValues(CodecRegistry codecs, Requests requests) {
    this.codecs = codecs;
    this.requests = requests;
    this.ofOneNode = requests.ofOneNode();
  }

  Requests requests() {
    return requests;
  }

  /**
   * Reads the constants of all conditions by one statement. Those that a server refuses are read
   * again one after the other, where they are needed, so that the one is named that is no value.
   *
   * @param typeOf the type of the column of a condition
   */
  void readAll(Collection<Select.Relation> relations, Function<Select.Relation, DataType> typeOf)
      throws InterruptedException {
    Set<String> constants = new LinkedHashSet<>();
    for (Select.Relation relation : relations) {
      DataType type = typeOf.apply(relation);
      relation.each().stream()
          .filter(one -> !one.bound())
          .forEach(one -> constants.add(constant(type, one)));
    }
    List<String> rest = List.copyOf(constants);
    while (!rest.isEmpty()) {
      List<String> next = rest.subList(0, Math.min(rest.size(), AT_ONCE));
      rest = rest.subList(next.size(), rest.size());
      try {
        List<ByteBuffer> values = read(next);
        for (int i = 0; i < next.size(); i++) {
          known.put(next.get(i), values.get(i));
        }
      } catch (StatsException stopped) {
        if (!(stopped.getCause() instanceof InvalidQueryException)) {
          throw stopped;
        }
      }
    }
  }

  private static String constant(DataType type, Select.Relation relation) {
    return "(%s) %s".formatted(type.asCql(false, false), relation.cql());
  }

  private List<ByteBuffer> read(List<String> constants) throws InterruptedException {
    // A column without a name of its own would have the constant for one, however long that is.
    StringJoiner select = new StringJoiner(", ", "SELECT ", " FROM system.local");
    for (int i = 0; i < constants.size(); i++) {
      select.add(constants.get(i) + " AS c" + i);
    }
    return ofOneNode.retried(select.toString(), List.of(), "").get(0);
  }

  /** The values of a condition in the order of their type, each once. */
  List<ByteBuffer> distinct(Select.Relation relation, DataType type) throws InterruptedException {
    Set<ByteBuffer> found = new LinkedHashSet<>();
    for (Select.Relation one : relation.each()) {
      found.add(bytes(one, type));
    }
    List<ByteBuffer> sorted = new ArrayList<>(found);
    // Without an order that is known, it is that of the statement.
    ValueOrder.of(type).ifPresent(sorted::sort);
    return sorted;
  }

  /** A constant timestamp in milliseconds. */
  long millis(Expression constant) {
    try {
      ByteBuffer bytes = read(List.of(constant.cql())).get(0);
      return bytes.getLong(bytes.position());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw StatsException.interrupted(interrupted);
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
    String constant = constant(type, relation);
    if (known.containsKey(constant)) {
      return known.get(constant);
    }
    try {
      return read(List.of(constant)).get(0);
    } catch (StatsException stopped) {
      throw stopped.getCause() instanceof InvalidQueryException unfit
          ? refused(relation, type, unfit)
          : stopped;
    }
  }

  private static StatsException refused(Select.Relation relation, DataType type, Exception cause) {
    return new StatsException(
        "%s: expected a value of the type %s.%s"
            .formatted(
                relation,
                type.asCql(false, true),
                relation.cql().startsWith("(") && cause instanceof DriverException refused
                    ? " The server says: %s.".formatted(Failures.line(refused))
                    : ""),
        cause);
  }
}
