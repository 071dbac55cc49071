/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.cassandrastats.cli.query.RollupPlan.Part;
import org.cassandrastats.client.RunStatistics;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.StatsListener;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsResult;
import org.cassandrastats.client.StatsRow;
import org.cassandrastats.client.function.Selection;

/** Asks for the parts of a plan one after the other, and merges groups that two of them share. */
final class RollupAnswer {
  private final CqlSession session;
  private final StatsOptions options;
  private final RollupPlan plan;
  private final Consumer<StatsRow> rows;
  private final List<DataType> types = new ArrayList<>();
  private List<ByteBuffer> group;
  private RunStatistics total =
      new RunStatistics(0, Duration.ZERO, 0, 0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /**
   * An answer, to be given once.
   *
   * @param rows takes the rows of the result in their order
   */
  RollupAnswer(CqlSession session, StatsOptions options, RollupPlan plan, Consumer<StatsRow> rows) {
    this.session = session;
    this.options = options;
    this.plan = plan;
    this.rows = rows;
    TableMetadata table = plan.question().table();
    List<Selection.Key> keys = plan.question().keys();
    for (String selector : selection().selectors()) {
      int index = types.size();
      types.add(
          index < keys.size()
              ? keys.get(index).type()
              : selector.equals("count(*)")
                  ? DataTypes.BIGINT
                  : selector.indexOf('(') < 0
                      ? table.getColumn(CqlIdentifier.fromCql(selector)).orElseThrow().getType()
                      : DataTypes.BLOB);
    }
  }

  /** Answers. The result has the rows' columns, and no rows. */
  StatsResult run(StatsListener listener) {
    for (Part part : plan.parts()) {
      RunStatistics statistics =
          StatsClient.of(session).stream(part.query(), options, listener, row -> take(part, row))
              .statistics();
      total = sum(total, statistics);
    }
    if (group != null) {
      show(group);
    }
    return new StatsResult(selection().names(), List.of(), total);
  }

  private Selection selection() {
    return plan.question().selection();
  }

  private void take(Part part, StatsRow row) {
    List<ByteBuffer> next = bytes(part, row);
    int keys = plan.question().keys().size();
    if (group == null) {
      group = next;
    } else if (group.subList(0, keys).equals(next.subList(0, keys))) {
      group = selection().merge(group, next);
    } else {
      show(group);
      group = next;
    }
  }

  private void show(List<ByteBuffer> complete) {
    rows.accept(new StatsRow(selection().names(), selection().values(complete)));
  }

  private List<ByteBuffer> bytes(Part part, StatsRow row) {
    List<ByteBuffer> bytes = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      bytes.add(bytes(part, types.get(i), row.get(i)));
    }
    return Collections.unmodifiableList(bytes);
  }

  private ByteBuffer bytes(Part part, DataType type, Object value) {
    if (value == null) {
      return null;
    }
    if (part.isOfStates() && value instanceof Instant start && !type.equals(DataTypes.TIMESTAMP)) {
      // The beginning of a bucket, as rows have it.
      return plan.time().bytes(start.toEpochMilli());
    }
    return CodecRegistry.DEFAULT.<Object>codecFor(type).encode(value, ProtocolVersion.DEFAULT);
  }

  private static RunStatistics sum(RunStatistics one, RunStatistics other) {
    return new RunStatistics(
        one.rows() + other.rows(),
        one.elapsed().plus(other.elapsed()),
        one.requests() + other.requests(),
        one.failedRequests() + other.failedRequests(),
        one.halvedRanges() + other.halvedRanges(),
        longer(one.medianTime(), other.medianTime()),
        longer(one.slowTime(), other.slowTime()),
        longer(one.longestTime(), other.longestTime()));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
