/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.cassandrastats.client.internal.range.KeyOrder;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.range.Range.Part;
import org.cassandrastats.client.internal.request.AnswerLimit;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;

/**
 * The rows of a table, cut between the tokens of partitions: no part crosses a border of owners.
 */
public final class TokenSource implements RangeSource<Long> {
  /** So many partitions are looked at to find the middle one. */
  private static final int LOOKED_AT = 1000;

  /** The first part of a table is to be small, whatever the table is. */
  private static final double FIRST_WIDTH = TokenProbe.ALL_TOKENS / 4096;

  private static final int WAITING_FOR_EACH = 2;

  private final SplitQuery splitQuery;
  private final Requests requests;
  private final TokenProbe probe;
  private final TokenRing ring;
  private final Range<Long> whole;
  private final PartitionOpener opener;
  private final KeyOrder<Long> order = KeyType.tokens();
  private final Deque<TokenRing.Owned> left;
  private final Set<Node> nodes = new HashSet<>();
  private final AnswerLimit limit;

  /** What was found in ranges that were too much for a request, and those that hold no rows. */
  private final Map<Range<Long>, List<List<ByteBuffer>>> seen = new ConcurrentHashMap<>();

  private final Set<Range<Long>> empty = ConcurrentHashMap.newKeySet();

  /**
   * A source.
   *
   * @param whole the tokens that are read
   */
  TokenSource(
      SplitQuery splitQuery,
      Requests requests,
      TokenRing ring,
      Range<Long> whole,
      PartitionOpener opener) {
    this.splitQuery = splitQuery;
    this.requests = requests;
    this.probe = new TokenProbe(splitQuery, requests);
    this.ring = ring;
    this.whole = whole;
    this.opener = opener;
    this.left = new ArrayDeque<>();
    for (TokenRing.Owned owned : ring.ranges(splitQuery.table().getKeyspace())) {
      Range<Long> tokens = owned.tokens().intersection(order, whole);
      if (!tokens.isEmpty(order)) {
        left.add(new TokenRing.Owned(tokens, owned.replicas()));
      }
    }
    left.forEach(owned -> nodes.addAll(owned.replicas()));
    // Cassandra 5.0 refuses the paging state that it gives for groups of such a table.
    boolean onePage =
        splitQuery.rows().isEmpty() && splitQuery.table().getClusteringColumns().isEmpty();
    this.limit = new AnswerLimit(requests.inFlight(Math.max(1, nodes.size())), onePage);
  }

  @Override
  public KeyOrder<Long> order() {
    return order;
  }

  @Override
  public Range<Long> whole() {
    return whole;
  }

  @Override
  public int nodes() {
    // Some threads have a part whose replicas are busy; others go on meanwhile.
    return WAITING_FOR_EACH * Math.max(1, nodes.size());
  }

  @Override
  public double totalWidth() {
    return order.distance(whole.lower().key(), whole.upper().key());
  }

  @Override
  public double firstWidth() {
    return FIRST_WIDTH;
  }

  @Override
  public void leaveOut(List<Range<Long>> done) {
    List<TokenRing.Owned> rest = new ArrayList<>();
    for (TokenRing.Owned owned : left) {
      for (Range<Long> tokens : owned.tokens().without(order, done)) {
        rest.add(new TokenRing.Owned(tokens, owned.replicas()));
      }
    }
    left.clear();
    left.addAll(rest);
  }

  @Override
  public Part<Long> next(double width) {
    TokenRing.Owned owned = left.poll();
    if (owned == null) {
      return null;
    }
    Range<Long> tokens = owned.tokens();
    Long low = tokens.lower().key();
    Long high = tokens.upper().key();
    Long cut = order.advance(low, width);
    // What would be left is no request of its own.
    if (cut == null || order.distance(low, high) < 1.5 * width || cut >= high) {
      return Part.of(tokens, order.distance(low, high), owned.replicas());
    }
    List<Range<Long>> parts = tokens.cutAt(order, Cut.after(cut));
    left.addFirst(new TokenRing.Owned(parts.get(1), owned.replicas()));
    return Part.of(parts.get(0), order.distance(low, cut), owned.replicas());
  }

  @Override
  public double handedOut() {
    TokenRing.Owned next = left.peek();
    return next == null
        ? totalWidth()
        : order.distance(whole.lower().key(), next.tokens().lower().key());
  }

  @Override
  public boolean isTightened(Part<Long> part) throws InterruptedException {
    // Static columns of a partition without rows would be left out as well.
    if (hasStaticColumns() || !partitions(part.range()).isEmpty()) {
      return false;
    }
    seen.remove(part.range());
    return empty.add(part.range());
  }

  private boolean hasStaticColumns() {
    return splitQuery.table().getColumns().values().stream().anyMatch(ColumnMetadata::isStatic);
  }

  @Override
  public List<Part<Long>> halves(Part<Long> part) throws InterruptedException {
    List<List<ByteBuffer>> partitions = partitions(part.range());
    if (partitions.size() <= 1 && !hasStaticColumns()) {
      return List.of();
    }
    seen.remove(part.range());
    if (partitions.size() == 1) {
      return around(partitions, part);
    }
    Long low = part.range().lower().key();
    Long high = part.range().upper().key();
    Long cut;
    if (!partitions.isEmpty() && partitions.size() < LOOKED_AT) {
      List<Long> tokens = new ArrayList<>();
      partitions.forEach(key -> tokens.add(ring.token(key)));
      Collections.sort(tokens);
      cut = tokens.get(tokens.size() / 2 - 1);
    } else {
      cut = order.middle(low, high);
    }
    return cut == null || cut >= high ? List.of() : parts(part, List.of(cut));
  }

  /** A partition apart from what may be beside it: others that have static columns only. */
  private List<Part<Long>> around(List<List<ByteBuffer>> partition, Part<Long> part) {
    long token = ring.token(partition.get(0));
    seen.put(new Range<>(Cut.after(token - 1), Cut.after(token)), partition);
    List<Part<Long>> parts = parts(part, List.of(token - 1, token));
    return parts.size() == 1 ? List.of() : parts;
  }

  private List<Part<Long>> parts(Part<Long> part, List<Long> cuts) {
    List<Part<Long>> parts = new ArrayList<>();
    Range<Long> rest = part.range();
    for (Long cut : cuts) {
      if (cut > rest.lower().key() && cut < rest.upper().key()) {
        List<Range<Long>> cutRange = rest.cutAt(order, Cut.after(cut));
        parts.add(half(part, cutRange.get(0)));
        rest = cutRange.get(1);
      }
    }
    parts.add(half(part, rest));
    return parts;
  }

  private Part<Long> half(Part<Long> part, Range<Long> range) {
    double width = order.distance(range.lower().key(), range.upper().key());
    return Part.of(range, width, part.replicas()).halfOf(part);
  }

  @Override
  public Optional<RangeSource<?>> finer(Part<Long> part) throws InterruptedException {
    List<List<ByteBuffer>> partitions = partitions(part.range());
    seen.remove(part.range());
    if (partitions.size() != 1 || !splitQuery.isCut()) {
      return Optional.empty();
    }
    return Optional.of(opener.open(splitQuery.ofPartition(partitions.get(0))));
  }

  @Override
  public List<List<ByteBuffer>> answer(Part<Long> part, Node node) throws InterruptedException {
    Range<Long> range = part.range();
    List<Condition> conditions =
        new ArrayList<>(
            probe.limits(
                range.lower().key(),
                empty.contains(range) ? range.lower().key() : range.upper().key()));
    conditions.addAll(splitQuery.others());
    return new Answers(splitQuery, requests).ofPartitions(node, conditions, limit);
  }

  @Override
  public double partOfLargestAnswer(List<List<ByteBuffer>> rows) {
    return splitQuery.grouping().isGrouped() ? limit.part(rows) : 0;
  }

  @Override
  public String describe(Range<Long> range) {
    return "the tokens from %d to %d".formatted(range.lower().key(), range.upper().key());
  }

  @Override
  public ByteBuffer encode(Long key) {
    return TokenProbe.bytes(key);
  }

  @Override
  public Long decode(ByteBuffer bytes) {
    return bytes.getLong(bytes.position());
  }

  /** The keys of the first partitions of a range that was too much for a request. */
  private List<List<ByteBuffer>> partitions(Range<Long> range) throws InterruptedException {
    List<List<ByteBuffer>> partitions = seen.get(range);
    if (partitions == null) {
      partitions = probe.partitions(range.lower().key(), range.upper().key(), LOOKED_AT);
      seen.put(range, partitions);
    }
    return partitions;
  }

  /** Finds out how the rows of one partition can be cut. */
  interface PartitionOpener {
    RangeSource<?> open(SplitQuery splitQuery) throws InterruptedException;
  }
}
