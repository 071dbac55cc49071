/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.range.Gaps;
import org.cassandrastats.client.internal.range.KeyOrder;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;

/**
 * Looks for keys of a partition, by requests that read a row or a few. Where deleted rows are too
 * many for one, it remembers the ranges of them: rows that come there meanwhile are not found.
 *
 * @param splitQuery which names it
 * @param type of the keys
 * @param requests that are sent
 * @param partition its number among those of the query
 * @param gaps where nothing was found
 */
public record KeyProbe<K>(
    SplitQuery splitQuery, KeyType<K> type, Requests requests, int partition, Gaps<K> gaps) {
  private static final int SAMPLES = 200;

  /** Of a partition of which nothing is known. */
  public KeyProbe(SplitQuery splitQuery, KeyType<K> type, Requests requests, int partition) {
    this(splitQuery, type, requests, partition, new Gaps<>(type.orderOf().apply(List.of())));
  }

  /** All keys between the limits of a query. */
  public Range<K> whole() {
    return new Range<>(
        splitQuery.lower() == null ? Cut.bottom() : cut(splitQuery.lower()),
        splitQuery.upper() == null ? Cut.top() : cut(splitQuery.upper()));
  }

  private Cut<K> cut(Condition limit) {
    return SplitQuery.cut(limit, type.decode(limit.value()));
  }

  /** The order of the keys. */
  public KeyOrder<K> order() throws InterruptedException {
    return type.orderOf().apply(type.needsSamples() ? samples(whole()) : List.of());
  }

  /** The least key in a range, or null. */
  public K first(Range<K> range) throws InterruptedException {
    return keys(range, true, 1).stream().findFirst().orElse(null);
  }

  /** The greatest key in a range, or null. */
  public K last(Range<K> range) throws InterruptedException {
    return keys(range, false, 1).stream().findFirst().orElse(null);
  }

  /** Keys from both ends of a range. */
  private List<K> samples(Range<K> range) throws InterruptedException {
    List<K> samples = new ArrayList<>(keys(range, true, SAMPLES));
    samples.addAll(keys(range, false, SAMPLES));
    return samples;
  }

  /**
   * The first keys in a range, which is cut where it holds too many tombstones. Values of no bytes,
   * which numbers and times may be, are none: they are below all keys, in the range that has no
   * lower limit.
   */
  public List<K> keys(Range<K> range, boolean ascending, int limit) throws InterruptedException {
    return inPieces(gaps.without(range), ascending, limit, this::some, gaps::add);
  }

  /** A request about a range, which may be too much. */
  @FunctionalInterface
  private interface Request<K, T> {
    List<T> of(Range<K> range, boolean ascending, int limit) throws InterruptedException;
  }

  private <T> List<T> inPieces(
      List<Range<K>> ranges,
      boolean ascending,
      int limit,
      Request<K, T> request,
      Consumer<Range<K>> empty)
      throws InterruptedException {
    List<T> found = new ArrayList<>();
    Deque<Range<K>> left = new ArrayDeque<>(ranges);
    boolean isCut = ranges.size() > 1;
    while (!left.isEmpty() && found.size() < limit) {
      Range<K> next = ascending ? left.pollFirst() : left.pollLast();
      try {
        List<T> some = request.of(next, ascending, limit - found.size());
        found.addAll(some);
        if (some.isEmpty() && isCut) {
          empty.accept(next);
        }
      } catch (StatsException failed) {
        List<Range<K>> pieces = Failures.isTooMuch(failed.getCause()) ? pieces(next) : List.of();
        if (pieces.isEmpty()) {
          throw failed;
        }
        isCut = true;
        for (int i = 0; i < pieces.size(); i++) {
          if (ascending) {
            left.addFirst(pieces.get(pieces.size() - 1 - i));
          } else {
            left.addLast(pieces.get(i));
          }
        }
      }
    }
    return found;
  }

  /**
   * The first partition of each piece of all keys, where a request about all of them reads too many
   * tombstones: one of them is the first of all that have rows.
   *
   * @param selectors of a partition
   * @param tokens between which it is
   */
  List<List<ByteBuffer>> partitions(String selectors, List<Condition> tokens)
      throws InterruptedException {
    return inPieces(
        List.of(Range.all()),
        true,
        Integer.MAX_VALUE,
        (range, ascending, limit) -> {
          List<Condition> conditions = new ArrayList<>(tokens);
          conditions.addAll(limits(range));
          return requests.retried(
              "SELECT " + selectors + " FROM " + splitQuery.from(),
              conditions,
              " LIMIT 1 ALLOW FILTERING");
        },
        empty -> {});
  }

  /** The quarters of a range that is too much for a request; empty if it cannot be cut. */
  private List<Range<K>> pieces(Range<K> range) {
    List<Range<K>> pieces = new ArrayList<>();
    for (Range<K> half : halves(range)) {
      List<Range<K>> quarters = halves(half);
      pieces.addAll(quarters.isEmpty() ? List.of(half) : quarters);
    }
    return pieces;
  }

  private List<Range<K>> halves(Range<K> range) {
    KeyOrder<K> order = type.orderOf().apply(List.of());
    K low = range.lower().isEnd() ? type.least() : range.lower().key();
    K high = range.upper().isEnd() ? type.greatest() : range.upper().key();
    K middle = order.compare(low, high) < 0 ? order.middle(low, high) : null;
    boolean cuts =
        middle != null
            && !new Range<>(range.lower(), Cut.before(middle)).isEmpty(order)
            && !new Range<>(Cut.before(middle), range.upper()).isEmpty(order);
    return cuts ? range.cutAt(order, Cut.before(middle)) : List.of();
  }

  /** Whether a range holds a value of no bytes, which is below all keys. */
  boolean holdsEmpty(Range<K> range) throws InterruptedException {
    if (!range.lower().isEnd() || !type.hasEmpty()) {
      return false;
    }
    List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition(partition));
    conditions.add(new Condition(column(), "=", ByteBuffer.allocate(0)));
    return !requests
        .retried("SELECT " + column() + " FROM " + splitQuery.from(), conditions, " LIMIT 1")
        .isEmpty();
  }

  private List<K> some(Range<K> range, boolean ascending, int limit) throws InterruptedException {
    String order = ascending == splitQuery.isDescending() ? splitQuery.backwards() : "";
    List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition(partition));
    conditions.addAll(limits(range));
    if (range.lower().isEnd() && type.hasEmpty()) {
      conditions.add(new Condition(column(), ">", ByteBuffer.allocate(0)));
    }
    List<List<ByteBuffer>> rows =
        requests.retried(
            "SELECT " + column() + " FROM " + splitQuery.from(),
            conditions,
            order + " LIMIT " + limit);
    // A partition that has static columns only gives a row without a key.
    return rows.stream().map(row -> row.get(0)).filter(Objects::nonNull).map(type::decode).toList();
  }

  /** The conditions that a range is. */
  public List<Condition> limits(Range<K> range) {
    List<Condition> conditions = new ArrayList<>();
    Cut<K> lower = range.lower();
    Cut<K> upper = range.upper();
    if (!lower.isEnd()) {
      conditions.add(new Condition(column(), lower.after() ? ">" : ">=", type.encode(lower.key())));
    }
    if (!upper.isEnd()) {
      conditions.add(new Condition(column(), upper.after() ? "<=" : "<", type.encode(upper.key())));
    }
    return conditions;
  }

  /** A range for messages. */
  String describe(Range<K> range) {
    List<String> limits = new ArrayList<>();
    if (!range.lower().isEnd()) {
      limits.add((range.lower().after() ? "> " : ">= ") + type.format(range.lower().key()));
    }
    if (!range.upper().isEnd()) {
      limits.add((range.upper().after() ? "<= " : "< ") + type.format(range.upper().key()));
    }
    return limits.isEmpty() ? "the partition" : column() + " " + String.join(" and ", limits);
  }

  private String column() {
    return Names.cql(splitQuery.split().orElseThrow().getName());
  }
}
