/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;

/** The token ranges of a cluster, and who owns them. */
public final class TokenRing {
  /** Every token; Cassandra gives no partition the least of all longs. */
  public static final Range<Long> ALL =
      new Range<>(Cut.after(Long.MIN_VALUE), Cut.after(Long.MAX_VALUE));

  private static final String PARTITIONER = "Murmur3Partitioner";

  /**
   * A range of tokens.
   *
   * @param tokens above the first, up to the last
   * @param replicas nodes that own all of them
   */
  public record Owned(Range<Long> tokens, Set<Node> replicas) {}

  private final TokenMap map;

  private TokenRing(TokenMap map) {
    this.map = map;
  }

  /** The ring that a driver knows of. */
  public static TokenRing of(TokenMap map) {
    if (!map.getPartitionerName().endsWith(PARTITIONER)) {
      throw new StatsException(
          "The cluster places partitions by %s: expected %s. Single partitions can be split."
              .formatted(map.getPartitionerName(), PARTITIONER));
    }
    return new TokenRing(map);
  }

  /** All ranges in ascending order, none of which wraps around, with the owners of a keyspace. */
  public List<Owned> ranges(CqlIdentifier keyspace) {
    List<Owned> ranges = new ArrayList<>();
    for (TokenRange range : map.getTokenRanges()) {
      for (TokenRange unwrapped : range.unwrap()) {
        Range<Long> tokens = tokens(unwrapped);
        if (tokens.lower().key() < tokens.upper().key()) {
          ranges.add(new Owned(tokens, map.getReplicas(keyspace, range.getEnd())));
        }
      }
    }
    ranges.sort(Comparator.comparing(owned -> owned.tokens().lower().key()));
    return ranges;
  }

  private Range<Long> tokens(TokenRange range) {
    long start = Long.parseLong(map.format(range.getStart()));
    long end = Long.parseLong(map.format(range.getEnd()));
    // A range that ends at the least token goes on to the greatest.
    return new Range<>(Cut.after(start), Cut.after(end == Long.MIN_VALUE ? Long.MAX_VALUE : end));
  }

  /** The token of a partition. */
  public long token(List<ByteBuffer> partitionKey) {
    ByteBuffer[] components =
        partitionKey.stream().map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new);
    return Long.parseLong(map.format(map.newToken(components)));
  }
}
