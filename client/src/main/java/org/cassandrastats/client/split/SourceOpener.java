/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.range.KeyType;
import org.cassandrastats.client.request.Requests;

/** Finds out how the rows of a reading can be cut. */
public final class SourceOpener {
  private SourceOpener() {}

  public static RangeSource<?> open(SplitQuery splitQuery, Requests requests)
      throws InterruptedException {
    if (splitQuery.isWholeTable()) {
      TokenMap map =
          tokenMap(requests)
              .orElseThrow(
                  () ->
                      new StatsException(
                          "The driver was set up without a token map (advanced.metadata.token-map.enabled), which splitting a whole table needs."));
      return new TokenSource(
          splitQuery, requests, TokenRing.of(map), partition -> open(partition, requests));
    }
    Set<Node> replicas = replicas(splitQuery, requests);
    if (splitQuery.split().isEmpty()) {
      return new SingleRowSource(splitQuery, requests, replicas);
    }
    KeyType<?> type = keyType(splitQuery.split().get());
    return PartitionSource.open(splitQuery, type, requests, replicas);
  }

  /** The type of the column that is cut. */
  public static KeyType<?> keyType(ColumnMetadata column) {
    return KeyType.of(column.getType())
        .orElseThrow(
            () ->
                new StatsException(
                    "The clustering column %s is of the type %s, whose order cannot be split: expected bigint, int, smallint, tinyint, timestamp, date, time, timeuuid, double or text."
                        .formatted(
                            Names.cql(column.getName()), column.getType().asCql(false, true))));
  }

  private static Set<Node> replicas(SplitQuery splitQuery, Requests requests) {
    List<ByteBuffer> key =
        splitQuery.partition().stream().map(condition -> condition.value().duplicate()).toList();
    CqlIdentifier keyspace = splitQuery.table().getKeyspace();
    return tokenMap(requests)
        .map(map -> map.getReplicas(keyspace, map.newToken(key.toArray(ByteBuffer[]::new))))
        .orElse(Set.of());
  }

  private static Optional<TokenMap> tokenMap(Requests requests) {
    return requests.session().getMetadata().getTokenMap().map(TokenMap.class::cast);
  }
}
