/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.split.TokenRing;
import org.cassandrastats.spark.source.Piece.TokenSlice;

/** Cuts a table for the tasks of Spark: at the borders of owners, then into parts of one width. */
final class PiecePlanner {
  private static final double ALL_TOKENS = 0x1p64;

  private final CqlSession session;
  private final CqlIdentifier keyspace;
  private final double target;
  private final List<Piece> pieces = new ArrayList<>();

  private PiecePlanner(CqlSession session, CqlIdentifier keyspace, int splits) {
    this.session = session;
    this.keyspace = keyspace;
    this.target = ALL_TOKENS / splits;
  }

  /**
   * The parts of what conditions say.
   *
   * @param splits how many there are to be, about
   */
  static List<Piece> plan(
      CqlSession session, CqlIdentifier keyspace, KeyConditions conditions, int splits) {
    if (conditions.isWholeTable()) {
      return new PiecePlanner(session, keyspace, splits).ofTokens(conditions);
    }
    List<Piece> pieces = new ArrayList<>();
    for (KeyConditions part : conditions.cut(splits)) {
      pieces.add(new Piece(pieces.size(), List.of(), part, List.of()));
    }
    return pieces;
  }

  /** The slices of the same owners that make one part, until they are wide enough. */
  private static final class Open {
    private final List<TokenSlice> slices = new ArrayList<>();
    private double width;
  }

  private List<Piece> ofTokens(KeyConditions conditions) {
    TokenRing ring =
        TokenRing.of(
            session
                .getMetadata()
                .getTokenMap()
                .orElseThrow(
                    () ->
                        new StatsException(
                            "The driver was set up without a token map (advanced.metadata.token-map.enabled), which splitting a whole table needs.")));
    Map<Set<Node>, Open> open = new LinkedHashMap<>();
    for (TokenRing.Owned owned : ring.ranges(keyspace)) {
      for (TokenSlice slice : slices(owned.tokens().lower().key(), owned.tokens().upper().key())) {
        Open part = open.computeIfAbsent(owned.replicas(), replicas -> new Open());
        part.slices.add(slice);
        part.width += width(slice.above(), slice.upTo());
        // With another slice it might be twice as wide as others.
        if (part.width >= target / 2) {
          add(part, conditions, owned.replicas());
          open.remove(owned.replicas());
        }
      }
    }
    open.forEach((replicas, part) -> add(part, conditions, replicas));
    return pieces;
  }

  private void add(Open part, KeyConditions conditions, Set<Node> replicas) {
    pieces.add(new Piece(pieces.size(), part.slices, conditions, hosts(replicas)));
  }

  private List<TokenSlice> slices(long above, long upTo) {
    long count = Math.max(1, Math.round(width(above, upTo) / target));
    long step = Long.divideUnsigned(upTo - above, count);
    List<TokenSlice> slices = new ArrayList<>();
    long from = above;
    for (long i = 1; i < count && step > 0; i++) {
      slices.add(new TokenSlice(from, from + step));
      from += step;
    }
    slices.add(new TokenSlice(from, upTo));
    return slices;
  }

  private static double width(long above, long upTo) {
    return (double) upTo - (double) above;
  }

  /** By address and, where that is known without asking, by name: Spark compares texts. */
  private static List<String> hosts(Set<Node> replicas) {
    Set<String> hosts = new TreeSet<>();
    for (Node node : replicas) {
      if (node.getEndPoint().resolve() instanceof InetSocketAddress address) {
        hosts.add(address.getHostString());
        if (address.getAddress() != null) {
          hosts.add(address.getAddress().getHostAddress());
        }
      }
    }
    return List.copyOf(hosts);
  }
}
