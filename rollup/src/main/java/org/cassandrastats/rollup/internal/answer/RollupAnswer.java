/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.RunStatistics;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsProgress;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.rollup.internal.answer.RollupParts.Part;

/**
 * Asks for the parts of a plan one after the other, partition by partition, and merges groups that
 * neighbours of them share.
 */
public final class RollupAnswer {
  private final CqlSession session;
  private final StatsOptions options;
  private final RollupPlan plan;
  private final SplitQuery asked;
  private final Predicate<List<ByteBuffer>> taker;
  private final Runnable end;
  private final List<DataType> types = new ArrayList<>();
  private final List<Optional<BuiltinCall>> builtins = new ArrayList<>();
  private List<ByteBuffer> group;
  private boolean isWanted = true;
  private double done;
  private RunStatistics total = RunStatistics.builder().build();

  /**
   * The groups of an answer, to be given once.
   *
   * @param taker of the groups in their order, which says whether more are wanted
   * @param end is told that these were all
   */
  public RollupAnswer(
      CqlSession session,
      StatsOptions options,
      RollupPlan plan,
      Predicate<List<ByteBuffer>> taker,
      Runnable end) {
    this.session = session;
    this.options = options.withLane(plan.question().lane());
    this.plan = plan;
    this.asked = plan.question().rows();
    this.taker = taker;
    this.end = end;
    List<Selection.Key> keys = asked.grouping().keys();
    for (String selector : asked.selection().selectors()) {
      int index = types.size();
      Optional<BuiltinCall> builtin =
          index < keys.size() ? Optional.empty() : plan.question().builtin(selector);
      builtins.add(builtin);
      types.add(
          index < keys.size()
              ? keys.get(index).type()
              : builtin.map(BuiltinCall::resultType).orElseGet(() -> type(selector)));
    }
  }

  private DataType type(String selector) {
    if (selector.equals("count(*)")) {
      return DataTypes.BIGINT;
    }
    return selector.indexOf('(') < 0
        ? asked.table().getColumn(CqlIdentifier.fromCql(selector)).orElseThrow().getType()
        : DataTypes.BLOB;
  }

  /** Answers. The result has the rows' columns, and no rows. */
  public StatsResult run(StatsListener listener) {
    listener.began(plan.question().lane());
    int all = asked.partitions().orElseThrow().size();
    plan.parts()
        .visit(
            part -> {
              Share share = new Share(listener, total, done / all, part.partitions() / all);
              total =
                  sum(
                      total,
                      StatsClient.of(session).stream(
                              part.query(), options, share, row -> take(part, row))
                          .statistics());
              done += part.partitions();
              return isWanted;
            });
    if (group != null && isWanted) {
      isWanted = taker.test(group);
    }
    if (isWanted) {
      end.run();
    }
    return StatsResult.of(asked.selection().names(), List.of(), total);
  }

  private void take(Part part, StatsRow row) {
    if (!isWanted) {
      return;
    }
    List<ByteBuffer> next = bytes(part, row);
    if (group == null) {
      group = next;
    } else if (asked.grouping().isSame(group, next)) {
      group = asked.selection().merge(group, next);
    } else {
      isWanted = taker.test(group);
      group = next;
    }
  }

  private List<ByteBuffer> bytes(Part part, StatsRow row) {
    List<ByteBuffer> bytes = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      Object value = row.get(i);
      if (part.isOfStates() && builtins.get(i).isPresent()) {
        value = builtins.get(i).get().ofRows(value);
      }
      bytes.add(
          i == plan.parts().placeOfPartition() && part.partition() != null
              ? part.partition().duplicate()
              : bytes(part, types.get(i), value));
    }
    for (int i = types.size(); i < row.values().size(); i++) {
      BuiltinCall.requireNone(row.get(i));
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

  /**
   * How far all has come while a part is read.
   *
   * @param before what was read before it
   * @param done which part of all that was
   * @param part which part of all is read
   */
  private record Share(StatsListener listener, RunStatistics before, double done, double part)
      implements StatsListener {
    @Override
    public void reached(StatsProgress progress) {
      listener.reached(
          StatsProgress.builder()
              .rows(before.rows() + progress.rows())
              .rowsBefore(progress.rowsBefore())
              .part(done + progress.part() * part)
              .elapsed(before.elapsed().plus(progress.elapsed()))
              .requests(before.requests() + progress.requests())
              .failedRequests(before.failedRequests() + progress.failedRequests())
              .build());
    }
  }

  private static RunStatistics sum(RunStatistics one, RunStatistics other) {
    return RunStatistics.builder()
        .rows(one.rows() + other.rows())
        .elapsed(one.elapsed().plus(other.elapsed()))
        .requests(one.requests() + other.requests())
        .failedRequests(one.failedRequests() + other.failedRequests())
        .halvedRanges(one.halvedRanges() + other.halvedRanges())
        .medianTime(longer(one.medianTime(), other.medianTime()))
        .slowTime(longer(one.slowTime(), other.slowTime()))
        .longestTime(longer(one.longestTime(), other.longestTime()))
        .build();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
