/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.cassandrastats.client.internal.range.KeyOrder;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.range.Range.Part;
import org.cassandrastats.client.internal.request.AnswerLimit;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;

/**
 * The rows of partitions, one after the other, cut at keys of a clustering column where a whole
 * partition is more than a request is to read. Nothing is known of how the keys are spread: parts
 * begin at keys that exist, which are looked for, and both halves of a part hold a key at least.
 * Widths are parts of a partition.
 */
public final class PartitionSource<K> implements RangeSource<Place<K>> {
  /** The first part is to be small, whatever the partition is. */
  private static final double FIRST_PART = 1.0 / 1024;

  /** So many partitions tell which nodes own them all. */
  private static final int LOOKED_AT = 1000;

  private final SplitQuery splitQuery;
  private final KeyType<K> type;
  private final KeyOrder<K> order;
  private final Requests requests;
  private final Owners owners;
  private final Range<K> keys;
  private final boolean descending;
  private final int partitions;
  private final int nodes;
  private final AnswerLimit limit;
  private final Deque<Range<Place<K>>> left = new ArrayDeque<>();
  private final PartitionCutter<K> cutter;

  /** What is read of parts whose ends hold too many tombstones, until they are read or halved. */
  private final Map<Range<Place<K>>, Range<K>> tightened = new ConcurrentHashMap<>();

  /** Of the partition that was looked at last. */
  private final AtomicReference<KeyProbe<K>> probes = new AtomicReference<>();

  private PartitionCutter.Extent<K> extent;
  private double reached;

  /** Which nodes own a partition. */
  @FunctionalInterface
  public interface Owners {
    /** The replicas of a partition; none where they are not known. */
    Set<Node> of(List<ByteBuffer> key);
  }

  private PartitionSource(
      SplitQuery splitQuery,
      KeyType<K> type,
      KeyOrder<K> order,
      Requests requests,
      Owners owners,
      Range<K> keys) {
    this.splitQuery = splitQuery;
    this.type = type;
    this.order = order;
    this.requests = requests;
    this.owners = owners;
    this.keys = keys;
    this.descending = splitQuery.isReadDescending();
    this.partitions = splitQuery.partitions().orElseThrow().size();
    this.nodes = countNodes();
    this.cutter = new PartitionCutter<>(splitQuery, type, order);
    this.limit = new AnswerLimit(requests.inFlight(nodes));
    left.add(whole());
  }

  private int countNodes() {
    Set<Node> all = new HashSet<>();
    int most = 1;
    for (int i = 0; i < Math.min(partitions, LOOKED_AT); i++) {
      Set<Node> replicas = replicas(i);
      all.addAll(replicas);
      most = Math.max(most, replicas.size());
    }
    // Where some nodes own a part only, others go on while those are busy.
    return all.size() > most ? 2 * all.size() : Math.max(1, all.size());
  }

  /** Opens the partitions of a query. */
  public static <K> PartitionSource<K> open(
      SplitQuery splitQuery, KeyType<K> type, Requests requests, Owners owners)
      throws InterruptedException {
    KeyProbe<K> probe = new KeyProbe<>(splitQuery, type, requests, 0);
    return new PartitionSource<>(
        splitQuery,
        type,
        splitQuery.isCut() ? probe.order() : type.orderOf().apply(List.of()),
        requests,
        owners,
        splitQuery.isCut() ? probe.whole() : Range.all());
  }

  private Set<Node> replicas(int partition) {
    return owners.of(splitQuery.partitions().orElseThrow().key(partition));
  }

  private KeyProbe<K> probe(int partition) {
    return probes.updateAndGet(
        last ->
            last != null && last.partition() == partition
                ? last
                : new KeyProbe<>(splitQuery, type, requests, partition));
  }

  @Override
  public Comparator<Place<K>> order() {
    return Place.order(order, descending);
  }

  @Override
  public Range<Place<K>> whole() {
    return new Range<>(Place.beginning(0), Place.beginning(partitions));
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public double totalWidth() {
    return partitions;
  }

  @Override
  public double firstWidth() {
    return FIRST_PART;
  }

  @Override
  public void leaveOut(List<Range<Place<K>>> done) {
    List<Range<Place<K>>> rest = new ArrayList<>();
    left.forEach(range -> rest.addAll(range.without(order(), done)));
    left.clear();
    left.addAll(rest);
  }

  @Override
  public Part<Place<K>> next(double width) throws InterruptedException {
    Range<Place<K>> range = left.poll();
    if (range == null) {
      reached = partitions;
      return null;
    }
    int partition = range.lower().key().partition();
    Range<Place<K>> inside = range;
    if (cuts().compare(range.upper(), Place.beginning(partition + 1)) > 0) {
      List<Range<Place<K>>> cut = range.cutAt(order(), Place.beginning(partition + 1));
      inside = cut.get(0);
      left.addFirst(cut.get(1));
    }
    boolean isWhole = inside.equals(wholePartition(partition));
    boolean cuts = splitQuery.isCut();
    if (!cuts || (isWhole && width >= 1 && !splitQuery.grouping().bounded())) {
      reached = partition + 1.0;
      return Part.of(inside, 1, replicas(partition));
    }
    return next(partition, Place.keys(inside, keys, descending), width);
  }

  private Range<Place<K>> wholePartition(int partition) {
    return new Range<>(Place.beginning(partition), Place.beginning(partition + 1));
  }

  private Part<Place<K>> next(int partition, Range<K> range, double width)
      throws InterruptedException {
    if (extent == null || extent.partition() != partition) {
      extent = extent(partition);
    }
    K begin = descending ? probe(partition).last(range) : probe(partition).first(range);
    K cut =
        begin == null || extent.first() == null
            ? null
            : cutter.cut(extent, range, begin, width * span());
    if (cut == null) {
      reached = partition + 1.0;
      double rest = begin == null ? 0 : width(begin, descending ? extent.first() : extent.last());
      return Part.of(places(partition, range), rest, replicas(partition));
    }
    List<Range<K>> parts = range.cutAt(order, Cut.before(cut));
    left.addFirst(places(partition, parts.get(descending ? 0 : 1)));
    reached = partition + width(descending ? extent.last() : extent.first(), cut);
    return Part.of(
        places(partition, parts.get(descending ? 1 : 0)), width(begin, cut), replicas(partition));
  }

  private Range<Place<K>> places(int partition, Range<K> range) {
    return Place.of(partition, range, keys, descending);
  }

  private PartitionCutter.Extent<K> extent(int partition) throws InterruptedException {
    K first = probe(partition).first(keys);
    K last = first == null ? null : probe(partition).last(keys);
    cutter.requireBuckets(first, last);
    return new PartitionCutter.Extent<>(partition, first, last);
  }

  private double span() {
    return order.distance(extent.first(), extent.last());
  }

  /** The distance between two keys of the partition that is open, as a part of it. */
  private double width(K one, K other) {
    if (one == null || other == null || span() <= 0) {
      return 0;
    }
    boolean ascending = order.compare(one, other) <= 0;
    return order.distance(ascending ? one : other, ascending ? other : one) / span();
  }

  @Override
  public double handedOut() {
    return reached;
  }

  @Override
  public boolean isTightened(Part<Place<K>> part) throws InterruptedException {
    if (!splitQuery.isCut()) {
      return false;
    }
    KeyProbe<K> probe = probe(part.range().lower().key().partition());
    Range<K> read = read(part);
    K low = probe.first(read);
    K least = read.lower().isEnd() ? type.least() : read.lower().key();
    Cut<K> begin = Cut.before(low == null ? least : low);
    Range<K> tight =
        new Range<>(
            probe.holdsEmpty(read) ? read.lower() : begin,
            low == null ? begin : Cut.after(probe.last(read)));
    return !tight.equals(tightened.put(part.range(), tight)) && !tight.equals(read);
  }

  /** The keys that are asked for of a part. */
  private Range<K> read(Part<Place<K>> part) {
    Range<K> tight = tightened.get(part.range());
    return tight != null ? tight : Place.keys(part.range(), keys, descending);
  }

  @Override
  public List<Part<Place<K>>> halves(Part<Place<K>> part) throws InterruptedException {
    if (!splitQuery.isCut()) {
      return List.of();
    }
    int partition = part.range().lower().key().partition();
    KeyProbe<K> probe = probe(partition);
    Range<K> range = Place.keys(part.range(), keys, descending);
    Range<K> read = read(part);
    K low = probe.first(read);
    K high = probe.last(read);
    cutter.requireBuckets(low, high);
    if (low == null || high == null || order.compare(low, high) >= 0) {
      return List.of();
    }
    K middle = order.middle(low, high);
    Range<K> above =
        new Range<>(middle == null ? Cut.after(low) : Cut.before(middle), read.upper());
    K key = probe.first(above);
    if (key == null) {
      return List.of();
    }
    List<Range<K>> halves = range.cutAt(order, Cut.before(key));
    double below = order.distance(low, key) / order.distance(low, high) * part.width();
    List<Part<Place<K>>> parts =
        List.of(half(part, halves.get(0), below), half(part, halves.get(1), part.width() - below));
    tightened.remove(part.range());
    return parts;
  }

  private Part<Place<K>> half(Part<Place<K>> part, Range<K> range, double width) {
    int partition = part.range().lower().key().partition();
    Range<Place<K>> places = places(partition, range);
    Range<K> tight = tightened.get(part.range());
    if (tight != null) {
      tightened.put(places, tight.intersection(order, range));
    }
    return Part.of(places, width, part.replicas()).halfOf(part);
  }

  @Override
  public List<List<ByteBuffer>> answer(Part<Place<K>> part, Node node) throws InterruptedException {
    int partition = part.range().lower().key().partition();
    List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition(partition));
    if (splitQuery.isCut()) {
      conditions.addAll(probe(partition).limits(read(part)));
    }
    conditions.addAll(splitQuery.others());
    Grouping grouping = splitQuery.grouping();
    List<List<ByteBuffer>> groups =
        new Answers(splitQuery, requests).insidePartition(node, partition, conditions, limit);
    if (grouping.bounded()
        && !groups.isEmpty()
        && !cutter.isOneBucket(
            Place.keys(part.range(), keys, descending),
            groups.get(0).get(grouping.keys().size() - 1),
            probe(partition))) {
      // Rows were added meanwhile.
      throw new AnswerLimit.Exceeded();
    }
    tightened.remove(part.range());
    return groups;
  }

  @Override
  public double partOfLargestAnswer(List<List<ByteBuffer>> rows) {
    return splitQuery.grouping().isInsidePartitions() ? limit.part(rows) : 0;
  }

  @Override
  public String describe(Range<Place<K>> range) {
    if (!splitQuery.isCut()) {
      return splitQuery.split().isEmpty() ? "the row" : "the partition";
    }
    return probe(range.lower().key().partition()).describe(Place.keys(range, keys, descending));
  }

  @Override
  public ByteBuffer encode(Place<K> place) {
    ByteBuffer key = place.key() == null ? ByteBuffer.allocate(0) : type.encode(place.key());
    return ByteBuffer.allocate(Integer.BYTES + 1 + key.remaining())
        .putInt(place.partition())
        .put((byte) (place.key() == null ? 0 : 1))
        .put(key.duplicate())
        .flip();
  }

  @Override
  public Place<K> decode(ByteBuffer bytes) {
    ByteBuffer rest = bytes.duplicate();
    int partition = rest.getInt();
    return new Place<>(partition, rest.get() == 0 ? null : type.decode(rest.slice()));
  }
}
