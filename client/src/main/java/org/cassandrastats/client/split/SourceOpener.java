/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.range.KeyOrder;
import org.cassandrastats.client.range.KeyType;
import org.cassandrastats.client.range.Range;
import org.cassandrastats.client.range.Range.Part;
import org.cassandrastats.client.request.Requests;
import org.cassandrastats.client.request.Requests.Condition;

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

  /** A row that its whole primary key names: there is nothing to cut. */
  private static final class SingleRowSource implements RangeSource<Long> {
    private final SplitQuery splitQuery;
    private final Requests requests;
    private final Set<Node> replicas;
    private final List<Range<Long>> left = new ArrayList<>(List.of(Range.<Long>all()));

    SingleRowSource(SplitQuery splitQuery, Requests requests, Set<Node> replicas) {
      this.splitQuery = splitQuery;
      this.requests = requests;
      this.replicas = replicas;
    }

    @Override
    public KeyOrder<Long> order() {
      return KeyType.tokens();
    }

    @Override
    public Range<Long> whole() {
      return Range.all();
    }

    @Override
    public int nodes() {
      return 1;
    }

    @Override
    public double totalWidth() {
      return 1;
    }

    @Override
    public double firstWidth() {
      return 1;
    }

    @Override
    public void leaveOut(List<Range<Long>> done) {
      left.removeAll(done);
    }

    @Override
    public Part<Long> next(double width) {
      return left.isEmpty() ? null : Part.of(left.remove(0), 1, replicas);
    }

    @Override
    public double handedOut() {
      return 1.0 - left.size();
    }

    @Override
    public List<Part<Long>> halves(Part<Long> part) {
      return List.of();
    }

    @Override
    public List<List<ByteBuffer>> answer(Part<Long> part, Node node) throws InterruptedException {
      List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition());
      conditions.addAll(splitQuery.others());
      return requests.rows(node, splitQuery.select(), conditions, "");
    }

    @Override
    public String describe(Range<Long> range) {
      return "the row";
    }

    @Override
    public ByteBuffer encode(Long key) {
      throw new IllegalStateException("a row has no keys inside");
    }

    @Override
    public Long decode(ByteBuffer bytes) {
      throw new IllegalStateException("a row has no keys inside");
    }
  }
}
