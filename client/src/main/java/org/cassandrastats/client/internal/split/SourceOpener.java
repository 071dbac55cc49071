/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.request.Requests;

/** Finds out how the rows of a reading can be cut. */
public final class SourceOpener {
  private SourceOpener() {}

  public static RangeSource<?> open(SplitQuery splitQuery, Requests requests)
      throws InterruptedException {
    return open(splitQuery, requests, TokenRing.ALL);
  }

  /**
   * The same of some tokens.
   *
   * @throws StatsException if the reading names partitions, and these are not all tokens
   */
  public static RangeSource<?> open(SplitQuery splitQuery, Requests requests, Range<Long> tokens)
      throws InterruptedException {
    if (!splitQuery.isWholeTable() && !tokens.equals(TokenRing.ALL)) {
      throw new StatsException(
          "A query of some tokens names partitions: expected no condition on the whole partition key.");
    }
    if (splitQuery.isWholeTable()) {
      TokenMap map =
          tokenMap(requests)
              .orElseThrow(
                  () ->
                      new StatsException(
                          "The driver was set up without a token map (advanced.metadata.token-map.enabled), which splitting a whole table needs."));
      return new TokenSource(
          splitQuery, requests, TokenRing.of(map), tokens, partition -> open(partition, requests));
    }
    // Without a column to cut at, the type of its keys is that of none.
    KeyType<?> type =
        splitQuery
            .split()
            .<KeyType<?>>flatMap(column -> KeyType.of(column.getType()))
            .orElseGet(() -> KeyType.of(DataTypes.BIGINT).orElseThrow());
    return PartitionSource.open(splitQuery, type, requests, owners(splitQuery, requests));
  }

  private static PartitionSource.Owners owners(SplitQuery splitQuery, Requests requests) {
    CqlIdentifier keyspace = splitQuery.table().getKeyspace();
    Optional<TokenMap> map = tokenMap(requests);
    return key ->
        map.map(
                known ->
                    known.getReplicas(keyspace, known.newToken(key.toArray(ByteBuffer[]::new))))
            .orElse(Set.of());
  }

  private static Optional<TokenMap> tokenMap(Requests requests) {
    return requests.session().getMetadata().getTokenMap().map(TokenMap.class::cast);
  }
}
