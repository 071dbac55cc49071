/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsQuery.Fill;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.split.Grouping;
import org.cassandrastats.client.internal.split.SplitQuery;

/** Makes rows of groups as they come: fills gaps of time, and stops at the limits of the query. */
public final class ResultRows implements PartialResult.Taker {
  private final SplitQuery splitQuery;
  private final Selection selection;
  private final Grouping grouping;
  private final boolean fills;
  private final Consumer<StatsRow> rows;
  private final Optional<CollectedGroups> collected;
  private final Optional<OrderedRows> ordered;
  private final int limit;
  private final int perPartition;
  private int ofPartition;
  private long taken;
  private List<ByteBuffer> last;
  private final Optional<ShareRows> shares;
  private final GapValues gaps;
  private final Windows windows;
  private final BucketLimits limits;
  private final PreviousBuckets previous;

  /** The first of the named partitions whose groups are not passed yet. */
  private int partition;

  /**
   * Takes groups of a query.
   *
   * @param query which buckets without rows are filled, and what columns show of other rows
   * @param options how much memory groups may take
   * @param previous what comes before its limits
   * @throws StatsException if gaps are to be filled and rows are not grouped by buckets of time, or
   *     a column that is to be filled is none or cannot be
   */
  public ResultRows(
      SplitQuery splitQuery,
      StatsQuery query,
      StatsOptions options,
      PreviousBuckets previous,
      Consumer<StatsRow> rows) {
    this.splitQuery = splitQuery;
    this.selection = splitQuery.selection();
    this.grouping = splitQuery.grouping();
    this.fills = !query.fill().equals(Fill.NONE);
    this.gaps = new GapValues(selection, query.fill());
    this.windows = new Windows(selection, grouping, query.windows());
    this.limits = new BucketLimits(splitQuery);
    this.previous = previous;
    this.collected =
        grouping.collected()
            ? Optional.of(new CollectedGroups(selection, grouping, options.groupMemory()))
            : Optional.empty();
    this.ordered =
        splitQuery.result().orderBy().isEmpty()
            ? Optional.empty()
            : Optional.of(new OrderedRows(splitQuery.result(), options.groupMemory(), rows));
    Consumer<StatsRow> taker = ordered.isPresent() ? ordered.get() : rows;
    this.shares =
        windows.shares().isEmpty()
            ? Optional.empty()
            : Optional.of(new ShareRows(windows.shares(), options.groupMemory(), taker));
    this.rows = shares.isPresent() ? shares.get() : taker;
    this.limit = ordered.isPresent() ? 0 : splitQuery.result().limit();
    this.perPartition = splitQuery.result().perPartitionLimit();
    if (shares.isPresent() && limit + perPartition > 0) {
      throw new StatsException(
          "A share is a part of all groups, of which a limit leaves some out: expected no LIMIT, or one with ORDER BY a column of the result.");
    }
    if (fills && grouping.computed().isEmpty()) {
      throw new StatsException(
          "Gaps are filled between buckets of time: expected GROUP BY time_bucket or floor of a timestamp, date or bigint.");
    }
  }

  @Override
  public boolean take(List<ByteBuffer> group) {
    if (collected.isPresent()) {
      collected.get().add(group);
      return true;
    }
    return takeNext(group);
  }

  private boolean takeNext(List<ByteBuffer> group) {
    boolean isNext = last != null && isSame(last, group, grouping.keys().size() - 1);
    if (!isNext) {
      if (fills) {
        fillToLimit();
        fillGroupsBefore(group);
      }
      reset();
    }
    if (last == null || !isSame(last, group, grouping.ofPartition())) {
      ofPartition = 0;
    }
    if (fills) {
      fillBefore(group, isNext);
    }
    last = group;
    if (isWantedOfPartition()) {
      List<Object> values = selection.values(group);
      gaps.follow(values);
      emit(windows.of(group, true, values));
    }
    return isWanted();
  }

  /** All groups are taken. */
  public void complete() {
    boolean more = true;
    for (List<ByteBuffer> group : collected.map(CollectedGroups::inOrder).orElse(List.of())) {
      more = more && takeNext(group);
    }
    if (fills) {
      fillToLimit();
      fillGroupsBefore(null);
    }
    shares.ifPresent(ShareRows::complete);
    ordered.ifPresent(OrderedRows::complete);
  }

  /** A series begins. */
  private void reset() {
    gaps.reset();
    windows.reset();
  }

  private static boolean isSame(List<ByteBuffer> one, List<ByteBuffer> other, int keys) {
    return one.subList(0, Math.max(0, keys)).equals(other.subList(0, Math.max(0, keys)));
  }

  private boolean isWanted() {
    return limit == 0 || taken < limit;
  }

  /** Whether another row is wanted, also of the partition of the group that was taken last. */
  private boolean isWantedOfPartition() {
    return isWanted() && (perPartition == 0 || ofPartition < perPartition);
  }

  private void emit(List<Object> values) {
    if (isWantedOfPartition()) {
      taken++;
      ofPartition++;
      rows.accept(StatsRow.of(selection.names(), values));
    }
  }

  private BucketFunction function() {
    return grouping.computed().orElseThrow();
  }

  private ByteBuffer key(List<ByteBuffer> group) {
    return group.get(grouping.keys().size() - 1);
  }

  /** The buckets between the group before, or the limit of the query, and a group. */
  private void fillBefore(List<ByteBuffer> group, boolean isNext) {
    if (!hasBucket(group)) {
      return;
    }
    long end = function().time(key(group));
    OptionalLong from = OptionalLong.empty();
    List<ByteBuffer> before = last;
    if (isNext && hasBucket(last)) {
      from = following(function().time(key(last)));
    } else if (!isNext) {
      from = limits.bucket(!grouping.descending());
    }
    boolean hasGap = from.isPresent() && isBefore(from.getAsLong(), end, false);
    if (!isNext) {
      before = hasGap || gaps.isUnknown(selection.values(group)) ? lookBack(group) : null;
    }
    if (hasGap) {
      boolean between = before != null && gaps.interpolates();
      fill(from, end, false, group, before, between ? selection.values(group) : null);
    }
  }

  /** Looks for what comes before the limit of the query; null if nothing does. */
  private List<ByteBuffer> lookBack(List<ByteBuffer> like) {
    List<ByteBuffer> before = gaps.looksBack() && isWantedOfPartition() ? previous.of(like) : null;
    if (before != null) {
      gaps.follow(selection.values(before));
    }
    return before;
  }

  /** The buckets behind the last group, up to the limit of the query. */
  private void fillToLimit() {
    if (last == null || !hasBucket(last)) {
      return;
    }
    OptionalLong end = limits.bucket(grouping.descending());
    if (end.isPresent()) {
      fill(following(function().time(key(last))), end.getAsLong(), true, last, null, null);
    }
  }

  /**
   * All buckets of partitions that are named and have no row within the limits.
   *
   * @param next the next group that has rows; null if there is none
   */
  private void fillGroupsBefore(List<ByteBuffer> next) {
    OptionalLong from = limits.bucket(!grouping.descending());
    OptionalLong end = limits.bucket(grouping.descending());
    if (splitQuery.isWholeTable()
        || !limits.isSplitByBuckets()
        || from.isEmpty()
        || end.isEmpty()
        || limits.isEmptyRange()) {
      return;
    }
    int keys = grouping.keys().size() - 1;
    List<ByteBuffer> before = last;
    for (; isWanted() && partition < splitQuery.partitions().orElseThrow().size(); partition++) {
      requireUninterrupted();
      List<ByteBuffer> group = splitQuery.groupOf(partition);
      if (next != null && isSame(group, next, keys)) {
        return;
      }
      if (before == null || !isSame(before, group, keys)) {
        ofPartition = 0;
        reset();
        lookBack(group);
        fill(from, end.getAsLong(), true, group, null, null);
      }
      before = group;
    }
  }

  /**
   * Buckets without rows.
   *
   * @param like a group of the same keys
   * @param before the group before them; null where there is none to interpolate from
   * @param after the values of the group at the end, to interpolate; null where there are none
   */
  private void fill(
      OptionalLong from,
      long end,
      boolean included,
      List<ByteBuffer> like,
      List<ByteBuffer> before,
      List<Object> after) {
    OptionalLong bucket = from;
    double start = after == null ? 0 : function().time(key(before));
    while (bucket.isPresent()
        && isWantedOfPartition()
        && isBefore(bucket.getAsLong(), end, included)) {
      requireUninterrupted();
      List<ByteBuffer> group = new ArrayList<>(like);
      group.set(grouping.keys().size() - 1, function().bytes(bucket.getAsLong()));
      double part = after == null ? 0 : (bucket.getAsLong() - start) / (end - start);
      emit(windows.of(group, false, selection.filled(group, gaps.at(after, part))));
      bucket = following(bucket.getAsLong());
    }
  }

  /** A gap may be of more buckets than anybody waits for. */
  private static void requireUninterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw StatsException.interrupted(null);
    }
  }

  private boolean isBefore(long bucket, long end, boolean included) {
    boolean before = grouping.descending() ? bucket > end : bucket < end;
    return before || (included && bucket == end);
  }

  private OptionalLong following(long bucket) {
    return grouping.descending() ? function().previous(bucket) : function().next(bucket);
  }

  private boolean hasBucket(List<ByteBuffer> group) {
    return BucketFunction.isTime(key(group));
  }
}
