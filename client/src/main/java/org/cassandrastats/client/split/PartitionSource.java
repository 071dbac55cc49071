/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.range.KeyOrder;
import org.cassandrastats.client.range.KeyType;
import org.cassandrastats.client.range.Range;
import org.cassandrastats.client.range.Range.Cut;
import org.cassandrastats.client.range.Range.Part;
import org.cassandrastats.client.request.Requests;
import org.cassandrastats.client.request.Requests.Condition;

/**
 * The rows of a partition, cut at keys of a clustering column. Nothing is known of how the keys are
 * spread: parts begin at keys that exist, which are looked for, and both halves of a part hold a
 * key at least.
 */
public final class PartitionSource<K> implements RangeSource<K> {
  /** The first part is to be small, whatever the partition is. */
  private static final double FIRST_PART = 1.0 / 1024;

  private final SplitQuery splitQuery;
  private final KeyType<K> type;
  private final KeyOrder<K> order;
  private final Requests requests;
  private final KeyProbe<K> probe;
  private final Set<Node> replicas;
  private final Range<K> whole;
  private final K first;
  private final K last;
  private final Deque<Range<K>> left = new ArrayDeque<>();
  private K reached;

  private PartitionSource(
      SplitQuery splitQuery,
      KeyType<K> type,
      KeyOrder<K> order,
      Requests requests,
      KeyProbe<K> probe,
      Set<Node> replicas,
      Range<K> whole)
      throws InterruptedException {
    this.splitQuery = splitQuery;
    this.type = type;
    this.order = order;
    this.requests = requests;
    this.probe = probe;
    this.replicas = replicas;
    this.whole = whole;
    this.first = probe.first(whole);
    this.last = probe.last(whole);
    this.reached = first;
    left.add(whole);
  }

  /** Looks for the ends of a partition. */
  public static <K> PartitionSource<K> open(
      SplitQuery splitQuery, KeyType<K> type, Requests requests, Set<Node> replicas)
      throws InterruptedException {
    KeyProbe<K> probe = new KeyProbe<>(splitQuery, type, requests);
    Cut<K> lower =
        splitQuery.lower() == null
            ? Cut.bottom()
            : SplitQuery.cut(splitQuery.lower(), type.decode(splitQuery.lower().value()));
    Cut<K> upper =
        splitQuery.upper() == null
            ? Cut.top()
            : SplitQuery.cut(splitQuery.upper(), type.decode(splitQuery.upper().value()));
    Range<K> whole = new Range<>(lower, upper);
    KeyOrder<K> order = type.orderOf().apply(probe.samples(whole));
    return new PartitionSource<>(splitQuery, type, order, requests, probe, replicas, whole);
  }

  @Override
  public KeyOrder<K> order() {
    return order;
  }

  @Override
  public Range<K> whole() {
    return whole;
  }

  @Override
  public boolean isDescending() {
    return splitQuery.isDescending();
  }

  @Override
  public int nodes() {
    return Math.max(1, replicas.size());
  }

  @Override
  public double totalWidth() {
    return first == null || last == null ? 0 : order.distance(first, last);
  }

  @Override
  public double firstWidth() {
    return totalWidth() * FIRST_PART;
  }

  @Override
  public void leaveOut(List<Range<K>> done) {
    List<Range<K>> rest = new ArrayList<>();
    left.forEach(range -> rest.addAll(range.without(order, done)));
    left.clear();
    left.addAll(rest);
  }

  @Override
  public Part<K> next(double width) throws InterruptedException {
    Range<K> range = left.poll();
    if (range == null) {
      reached = last;
      return null;
    }
    K low = probe.first(range);
    if (low == null) {
      return Part.of(range, 0, replicas);
    }
    K cut = last == null ? null : order.advance(low, width);
    if (cut == null || order.compare(cut, last) > 0 || !range.contains(order, cut)) {
      reached = endOf(range);
      return Part.of(range, width(low, reached), replicas);
    }
    List<Range<K>> parts = range.cutAt(order, Cut.before(cut));
    left.addFirst(parts.get(1));
    reached = cut;
    return Part.of(parts.get(0), order.distance(low, cut), replicas);
  }

  /** A distance; 0 to the keys that were added above the last one meanwhile. */
  private double width(K low, K high) {
    return high == null || order.compare(low, high) >= 0 ? 0 : order.distance(low, high);
  }

  /** The last key that is known, or the end of a range below it. */
  private K endOf(Range<K> range) {
    K end = range.upper().key();
    return end == null || last == null || order.compare(end, last) > 0 ? last : end;
  }

  @Override
  public double handedOut() {
    return first == null || reached == null ? 0 : order.distance(first, reached);
  }

  @Override
  public List<Part<K>> halves(Part<K> part) throws InterruptedException {
    Range<K> range = part.range();
    K low = probe.first(range);
    K high = probe.last(range);
    if (low == null || high == null || order.compare(low, high) >= 0) {
      return List.of();
    }
    K middle = order.middle(low, high);
    Range<K> above =
        new Range<>(middle == null ? Cut.after(low) : Cut.before(middle), range.upper());
    K key = probe.first(above);
    if (key == null) {
      return List.of();
    }
    List<Range<K>> halves = range.cutAt(order, Cut.before(key));
    return List.of(
        Part.of(halves.get(0), order.distance(low, key), replicas).halfOf(part),
        Part.of(halves.get(1), order.distance(key, high), replicas).halfOf(part));
  }

  @Override
  public List<List<ByteBuffer>> answer(Part<K> part, Node node) throws InterruptedException {
    List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition());
    conditions.addAll(probe.limits(part.range()));
    conditions.addAll(splitQuery.others());
    return requests.rows(node, splitQuery.select(), conditions, "");
  }

  @Override
  public String describe(Range<K> range) {
    Collection<String> limits = new ArrayList<>();
    if (!range.lower().isEnd()) {
      limits.add((range.lower().after() ? "> " : ">= ") + type.format(range.lower().key()));
    }
    if (!range.upper().isEnd()) {
      limits.add((range.upper().after() ? "<= " : "< ") + type.format(range.upper().key()));
    }
    String column = Names.cql(splitQuery.split().orElseThrow().getName());
    return limits.isEmpty() ? "the partition" : column + " " + String.join(" and ", limits);
  }

  @Override
  public ByteBuffer encode(K key) {
    return type.encode(key);
  }

  @Override
  public K decode(ByteBuffer bytes) {
    return type.decode(bytes);
  }

  /** Looks for keys of a partition, by requests that read a row or a few. */
  public record KeyProbe<K>(SplitQuery splitQuery, KeyType<K> type, Requests requests) {
    private static final int SAMPLES = 200;

    /** The least key in a range, or null. */
    public K first(Range<K> range) throws InterruptedException {
      return keys(range, true, 1).stream().findFirst().orElse(null);
    }

    /** The greatest key in a range, or null. */
    public K last(Range<K> range) throws InterruptedException {
      return keys(range, false, 1).stream().findFirst().orElse(null);
    }

    /** Keys from both ends of a range. */
    public List<K> samples(Range<K> range) throws InterruptedException {
      List<K> samples = new ArrayList<>(keys(range, true, SAMPLES));
      samples.addAll(keys(range, false, SAMPLES));
      return samples;
    }

    /**
     * The first keys in a range. Values of no bytes, which numbers and times may be, are none: they
     * are below all keys, in the range that has no lower limit.
     */
    public List<K> keys(Range<K> range, boolean ascending, int limit) throws InterruptedException {
      String order = ascending == splitQuery.isDescending() ? splitQuery.backwards() : "";
      List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition());
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
      return rows.stream()
          .map(row -> row.get(0))
          .filter(Objects::nonNull)
          .map(type::decode)
          .toList();
    }

    /** The conditions that a range is. */
    public List<Condition> limits(Range<K> range) {
      List<Condition> conditions = new ArrayList<>();
      Cut<K> lower = range.lower();
      Cut<K> upper = range.upper();
      if (!lower.isEnd()) {
        conditions.add(
            new Condition(column(), lower.after() ? ">" : ">=", type.encode(lower.key())));
      }
      if (!upper.isEnd()) {
        conditions.add(
            new Condition(column(), upper.after() ? "<=" : "<", type.encode(upper.key())));
      }
      return conditions;
    }

    private String column() {
      return Names.cql(splitQuery.split().orElseThrow().getName());
    }
  }
}
