/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.survey;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.cassandrastats.client.range.KeyType;
import org.cassandrastats.client.range.Order;
import org.cassandrastats.client.request.Requests;
import org.cassandrastats.client.split.SplitQuery;
import org.cassandrastats.client.split.TokenRing;

/** The tokens of the partitions of a table. */
public final class TokenKeySpace implements KeySpace {
  private final TokenRing.Probe probe;
  private final TokenRing ring;
  private final Order<Long> order = KeyType.tokens();
  private final List<TokenRing.Owned> owned;

  public TokenKeySpace(SplitQuery splitQuery, Requests requests, TokenRing ring) {
    this.probe = new TokenRing.Probe(splitQuery, requests);
    this.ring = ring;
    this.owned =
        ring.ranges(splitQuery.table().getKeyspace()).stream()
            .sorted(Comparator.comparingDouble(this::width).reversed())
            .toList();
  }

  private double width(TokenRing.Owned range) {
    return order.distance(range.tokens().lower().key(), range.tokens().upper().key());
  }

  @Override
  public ProbedRange probe(double from, double until, int limit) throws InterruptedException {
    return probe(tokenAt(from), tokenAt(until), limit, Set.of());
  }

  /**
   * Looks at the first partitions of a range of tokens that has the same owners.
   *
   * @param turn which range; the widest come first
   */
  public ProbedRange lookAtOwned(int turn, int limit) throws InterruptedException {
    TokenRing.Owned range = owned.get(turn % owned.size());
    return probe(
        range.tokens().lower().key(), range.tokens().upper().key(), limit, range.replicas());
  }

  private ProbedRange probe(long from, long until, int limit, Set<Node> replicas)
      throws InterruptedException {
    List<List<ByteBuffer>> keys = probe.partitions(from, until, limit);
    boolean complete = keys.size() < limit;
    double first = keys.isEmpty() ? place(from) : place(ring.token(keys.get(0)));
    long to = complete ? until : ring.token(keys.get(keys.size() - 1));
    return new ProbedRange(
        new ProbedRange.Result(place(from), first, place(to), keys.size(), complete),
        probe.limits(from, to),
        replicas,
        keys);
  }

  private static long tokenAt(double place) {
    if (place >= 1) {
      return Long.MAX_VALUE;
    }
    // The sum of the least long and a double below 2^64 is in the range of longs.
    return (long) (Long.MIN_VALUE + Math.max(0, place) * TokenRing.Probe.ALL_TOKENS);
  }

  private double place(long token) {
    return token == Long.MAX_VALUE
        ? 1
        : order.distance(Long.MIN_VALUE, token) / TokenRing.Probe.ALL_TOKENS;
  }
}
