/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.plan.KeySpace.ProbedRange;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Remedy;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.split.RangeSource;
import org.cassandrastats.client.internal.split.SourceOpener;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.client.internal.split.SplitQueryResolver;
import org.cassandrastats.client.internal.split.TokenRing;

/**
 * What a query would read, looked at by short requests: how many rows there are, and how long parts
 * of them take. May be used by several threads.
 */
public final class QuerySurvey {
  private final SplitQuery splitQuery;
  private final Requests requests;
  private final RangeSource<?> source;
  private final AtomicInteger turn = new AtomicInteger();

  private QuerySurvey(SplitQuery splitQuery, Requests requests, RangeSource<?> source) {
    this.splitQuery = splitQuery;
    this.requests = requests;
    this.source = source;
  }

  /**
   * Opens a survey. Refuses what {@link org.cassandrastats.client.StatsClient} refuses, and
   * conditions outside the primary key, whose cost is that of an index.
   *
   * @throws StatsException if the query is refused
   */
  public static QuerySurvey open(CqlSession session, StatsOptions options, Select select)
      throws InterruptedException {
    Requests requests = new Requests(session, options);
    SplitQuery splitQuery = SplitQueryResolver.resolve(requests, select, false);
    if (!splitQuery.others().isEmpty()) {
      throw new StatsException(
          "The time of %s depends on an index: expected conditions on columns of the primary key only."
              .formatted(splitQuery.others().get(0).left()));
    }
    if (splitQuery.partitions().map(keys -> keys.size() > 1).orElse(false)
        || splitQuery.grouping().isInsidePartitions()
        || splitQuery.grouping().collected()) {
      throw new StatsException(
          "A plan is about one partition or a whole table, and at most a group for each partition: expected = for the partition key, and no other GROUP BY. query takes them.");
    }
    return new QuerySurvey(splitQuery, requests, SourceOpener.open(splitQuery, requests));
  }

  /** The table. */
  public RelationMetadata table() {
    return splitQuery.table();
  }

  /** Whether the query reads all partitions. */
  public boolean isWholeTable() {
    return splitQuery.isWholeTable();
  }

  /** Whether each partition has a row of its own in the result. */
  public boolean isGrouped() {
    return splitQuery.grouping().isGrouped();
  }

  /** The clustering column at which partitions are cut; empty if there is none. */
  public Optional<ColumnMetadata> splitColumn() {
    return splitQuery.split();
  }

  /** The clustering column whose keys cannot be cut; empty where all can be, or none is there. */
  public Optional<ColumnMetadata> uncutColumn() {
    return splitQuery.isCut() ? Optional.empty() : splitQuery.split();
  }

  /** What is asked of the servers where the query is split: states, and the count of rows. */
  public List<String> splitSelectors() {
    return splitQuery.selection().selectors();
  }

  /** How many nodes serve requests of a split query at the same time; 1 or more. */
  public int nodes() {
    return source.nodes();
  }

  /** The keys of the partition, or the tokens of the table. */
  public KeySpace keySpace() throws InterruptedException {
    return splitQuery.isWholeTable() ? tokens() : keySpace(splitQuery);
  }

  /**
   * The keys of a partition.
   *
   * @param probed of a table
   * @param index of the partition in it, from 0
   */
  public KeySpace partition(ProbedRange probed, int index) throws InterruptedException {
    return keySpace(splitQuery.ofPartition(probed.keys().get(index)));
  }

  /**
   * The first partitions of some range of tokens with the same owners, of which one is to answer.
   *
   * @param which range, from 0; the widest come first
   * @param limit how many partitions, at most
   */
  public ProbedRange owned(int which, int limit) throws InterruptedException {
    return tokens().lookAtOwned(which, limit);
  }

  private KeySpace.Tokens tokens() {
    TokenMap map = requests.session().getMetadata().getTokenMap().orElseThrow();
    return new KeySpace.Tokens(splitQuery, requests, TokenRing.of(map));
  }

  private KeySpace keySpace(SplitQuery partition) throws InterruptedException {
    if (partition.split().isEmpty()) {
      return new KeySpace.Uncut(partition, 1);
    }
    if (!partition.isCut()) {
      return KeySpace.Uncut.count(partition, requests);
    }
    KeyType<?> type = KeyType.of(partition.split().get().getType()).orElseThrow();
    return KeySpace.Clustering.open(partition, type, requests);
  }

  /** The key of such a partition, as CQL names it. */
  public String name(ProbedRange probed, int index) {
    List<ColumnMetadata> columns = table().getPartitionKey();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      TypeCodec<Object> codec =
          requests.session().getContext().getCodecRegistry().codecFor(columns.get(i).getType());
      Object value = codec.decode(probed.keys().get(index).get(i), ProtocolVersion.DEFAULT);
      values.add(Names.cql(columns.get(i).getName()) + " = " + codec.format(value));
    }
    return String.join(" AND ", values);
  }

  /**
   * Asks about the rows of a stretch.
   *
   * @param selectors in CQL; where they are {@link #splitSelectors}, rows are counted
   * @throws StatsException if no smaller stretch would help, such as without permission
   */
  public Answer ask(ProbedRange probed, List<String> selectors) throws InterruptedException {
    boolean grouped = splitQuery.grouping().isGrouped() && probed.partitions() > 0;
    String cql = "SELECT " + String.join(", ", selectors) + " FROM " + splitQuery.from();
    String tail = grouped ? " GROUP BY " + splitQuery.partitionKey() : "";
    Node node = node(probed);
    long start = System.nanoTime();
    try {
      List<List<ByteBuffer>> rows = requests.rows(node, cql, probed.conditions(), tail);
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      boolean counted = selectors.equals(splitSelectors());
      return new Answer(
          time,
          counted ? rows.stream().mapToLong(splitQuery.selection()::rows).sum() : 0,
          rows.stream()
              .flatMap(List::stream)
              .filter(Objects::nonNull)
              .mapToLong(ByteBuffer::remaining)
              .sum(),
          null,
          false);
    } catch (DriverException failed) {
      if (Failures.remedy(failed) == Remedy.STOP) {
        throw Failures.stopped(failed);
      }
      return new Answer(
          Duration.ofNanos(System.nanoTime() - start),
          0,
          0,
          Failures.line(failed),
          Failures.isTooMuch(failed));
    }
  }

  /** A replica that is up, each in its turn; null to leave that to the driver. */
  private Node node(ProbedRange probed) {
    List<Node> up =
        probed.replicas().stream()
            .filter(node -> node.getDistance() == NodeDistance.LOCAL)
            .filter(node -> node.getState() == NodeState.UP)
            .toList();
    return up.isEmpty() ? null : up.get(Math.floorMod(turn.getAndIncrement(), up.size()));
  }

  /**
   * How a request about a {@link ProbedRange} ended.
   *
   * @param time until it was answered or failed
   * @param rows how many rows it was about; 0 where the request did not count them
   * @param bytes of all columns of the answer
   * @param failure why it failed although less might have succeeded; null where it has succeeded
   * @param isTooMuch whether it fails each time that it is repeated
   */
  public record Answer(Duration time, long rows, long bytes, String failure, boolean isTooMuch) {
    /** Whether there is an answer. */
    public boolean hasSucceeded() {
      return failure == null;
    }

    /** The time in seconds. */
    public double seconds() {
      return time.toNanos() / 1e9;
    }
  }
}
