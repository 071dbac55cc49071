/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.cassandrastats.client.internal.range.KeyOrder;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.range.Range.Part;
import org.cassandrastats.client.internal.split.RangeSource;

/** Keys in memory that are counted: requests for too many fail, and others now and then. */
final class KeysSource implements RangeSource<Long> {
  private final KeyOrder<Long> order = KeyType.tokens();
  private final NavigableSet<Long> keys;
  private final int mostKeys;
  private final double failing;
  private final Random random;
  private final ByteBuffer padding;
  private final LongUnaryOperator group;
  private final Deque<Range<Long>> left = new ArrayDeque<>(List.of(Range.<Long>all()));

  /**
   * Keys that are counted all together.
   *
   * @param mostKeys in a request that succeeds
   * @param failing the part of other requests that fail
   */
  KeysSource(Set<Long> keys, int mostKeys, double failing, long seed) {
    this(keys, mostKeys, failing, seed, 0, null);
  }

  /**
   * Keys.
   *
   * @param padding how many bytes an answer has besides
   * @param group gives the group of a key, which is the first column of its answer; null where all
   *     are one
   */
  KeysSource(
      Set<Long> keys,
      int mostKeys,
      double failing,
      long seed,
      int padding,
      LongUnaryOperator group) {
    this.keys = new TreeSet<>(keys);
    this.mostKeys = mostKeys;
    this.failing = failing;
    this.random = new Random(seed);
    this.padding = ByteBuffer.allocate(padding);
    this.group = group;
  }

  @Override
  public KeyOrder<Long> order() {
    return order;
  }

  @Override
  public Range<Long> whole() {
    return Range.all();
  }

  @Override
  public int nodes() {
    return 4;
  }

  @Override
  public double totalWidth() {
    return order.distance(keys.first(), keys.last());
  }

  @Override
  public double firstWidth() {
    return totalWidth() / 64;
  }

  @Override
  public void leaveOut(List<Range<Long>> done) {
    List<Range<Long>> rest = new ArrayList<>();
    left.forEach(range -> rest.addAll(range.without(order, done)));
    left.clear();
    left.addAll(rest);
  }

  @Override
  public Part<Long> next(double width) {
    Range<Long> range = left.poll();
    if (range == null) {
      return null;
    }
    List<Long> inside = inside(range);
    Long cut = inside.isEmpty() ? null : order.advance(inside.get(0), width);
    if (cut == null || cut > keys.last() || !range.contains(order, cut)) {
      return Part.of(range, 0, Set.of());
    }
    List<Range<Long>> parts = range.cutAt(order, Cut.before(cut));
    left.addFirst(parts.get(1));
    return Part.of(parts.get(0), order.distance(inside.get(0), cut), Set.of());
  }

  @Override
  public double handedOut() {
    Range<Long> next = left.peek();
    if (next == null) {
      return totalWidth();
    }
    return next.lower().isEnd() ? 0 : order.distance(keys.first(), next.lower().key());
  }

  @Override
  public List<Part<Long>> halves(Part<Long> part) {
    List<Long> inside = inside(part.range());
    if (inside.size() < 2) {
      return List.of();
    }
    Long low = inside.get(0);
    Long high = inside.get(inside.size() - 1);
    Long middle = keys.ceiling(order.middle(low, high));
    List<Range<Long>> halves = part.range().cutAt(order, Cut.before(middle));
    return List.of(
        Part.of(halves.get(0), order.distance(low, middle), Set.<Node>of()).halfOf(part),
        Part.of(halves.get(1), order.distance(middle, high), Set.<Node>of()).halfOf(part));
  }

  @Override
  public List<List<ByteBuffer>> answer(Part<Long> part, Node node) {
    List<Long> inside = inside(part.range());
    long count = inside.size();
    synchronized (random) {
      if (count > mostKeys || random.nextDouble() < failing) {
        throw new DriverTimeoutException("too much");
      }
    }
    if (group == null) {
      return List.of(List.of(encode(count), padding));
    }
    Map<Long, Long> counts = new TreeMap<>();
    inside.forEach(key -> counts.merge(group.applyAsLong(key), 1L, Long::sum));
    return counts.entrySet().stream()
        .map(entry -> List.of(encode(entry.getKey()), encode(entry.getValue())))
        .toList();
  }

  private List<Long> inside(Range<Long> range) {
    return keys.stream().filter(key -> range.contains(order, key)).toList();
  }

  @Override
  public String describe(Range<Long> range) {
    return "the key " + range.lower().key();
  }

  @Override
  public ByteBuffer encode(Long key) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, key);
  }

  @Override
  public Long decode(ByteBuffer bytes) {
    return bytes.getLong(bytes.position());
  }
}
