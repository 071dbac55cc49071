/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.client.range.KeyType;

/**
 * What a query would read, looked at by short requests: how many rows there are, and how long parts
 * of them take. May be used by several threads.
 */
public final class QuerySurvey {
  private final Reading reading;
  private final Requests requests;
  private final Patient patient;
  private final SourceOpener opener;
  private final Source<?> source;
  private final AtomicInteger turn = new AtomicInteger();

  private QuerySurvey(
      Reading reading, Requests requests, Patient patient, SourceOpener opener, Source<?> source) {
    this.reading = reading;
    this.requests = requests;
    this.patient = patient;
    this.opener = opener;
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
    Patient patient = new Patient(requests, options.patience());
    Reading reading = ReadingResolver.resolve(session, options, select, patient);
    if (!reading.others().isEmpty()) {
      throw new StatsException(
          "The time of %s depends on an index: expected conditions on columns of the primary key only."
              .formatted(reading.others().get(0).left()));
    }
    SourceOpener opener = new SourceOpener(requests, patient);
    return new QuerySurvey(reading, requests, patient, opener, opener.open(reading));
  }

  /** The table. */
  public TableMetadata table() {
    return reading.table();
  }

  /** Whether the query reads all partitions. */
  public boolean isWholeTable() {
    return reading.isWholeTable();
  }

  /** Whether each partition has a row of its own in the result. */
  public boolean isGrouped() {
    return reading.grouped();
  }

  /** The clustering column at which partitions are cut; empty if there is none. */
  public Optional<ColumnMetadata> splitColumn() {
    return reading.split();
  }

  /** What is asked of the servers where the query is split: states, and the count of rows. */
  public List<String> splitSelectors() {
    return reading.selection().selectors();
  }

  /** How many nodes serve requests of a split query at the same time; 1 or more. */
  public int nodes() {
    return source.nodes();
  }

  /** The keys of the partition, or the tokens of the table. */
  public Ground ground() throws InterruptedException {
    return reading.isWholeTable() ? tokens() : ground(reading);
  }

  /**
   * The keys of a partition.
   *
   * @param stretch of a table
   * @param index of the partition in it, from 0
   */
  public Ground partition(Stretch stretch, int index) throws InterruptedException {
    return ground(reading.ofPartition(stretch.partition(index)));
  }

  /**
   * The first partitions of some range of tokens with the same owners, of which one is to answer.
   *
   * @param which range, from 0; the widest come first
   * @param limit how many partitions, at most
   */
  public Stretch owned(int which, int limit) throws InterruptedException {
    return tokens().lookAtOwned(which, limit);
  }

  private TokenGround tokens() {
    TokenMap map = requests.session().getMetadata().getTokenMap().orElseThrow();
    return new TokenGround(reading, patient, TokenRing.of(map));
  }

  private Ground ground(Reading partition) throws InterruptedException {
    if (partition.split().isEmpty()) {
      return new RowGround(partition);
    }
    KeyType<?> type = opener.keyType(partition.split().get());
    return PartitionGround.open(partition, type, requests, patient);
  }

  /**
   * Asks about the rows of a stretch.
   *
   * @param selectors in CQL; where they are {@link #splitSelectors}, rows are counted
   * @throws StatsException if no smaller stretch would help, such as without permission
   */
  public Answer ask(Stretch stretch, List<String> selectors) throws InterruptedException {
    boolean grouped = reading.grouped() && stretch.partitions() > 0;
    String cql = "SELECT " + String.join(", ", selectors) + " FROM " + reading.from();
    String tail = grouped ? " GROUP BY " + reading.partitionKey() : "";
    Node node = node(stretch);
    long start = System.nanoTime();
    try {
      List<List<ByteBuffer>> rows = requests.rows(node, cql, stretch.conditions(), tail);
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      boolean counted = selectors.equals(splitSelectors());
      return new Answer(
          time,
          counted ? rows.stream().mapToLong(reading.selection()::rows).sum() : 0,
          rows.stream()
              .flatMap(List::stream)
              .filter(Objects::nonNull)
              .mapToLong(ByteBuffer::remaining)
              .sum(),
          null);
    } catch (DriverException failed) {
      if (Failures.remedy(failed) == Failures.Remedy.STOP) {
        throw Failures.stopped(failed);
      }
      return new Answer(Duration.ofNanos(System.nanoTime() - start), 0, 0, Failures.line(failed));
    }
  }

  /** A replica that is up, each in its turn; null to leave that to the driver. */
  private Node node(Stretch stretch) {
    List<Node> up =
        stretch.replicas().stream()
            .filter(node -> node.getDistance() == NodeDistance.LOCAL)
            .filter(node -> node.getState() == NodeState.UP)
            .toList();
    return up.isEmpty() ? null : up.get(Math.floorMod(turn.getAndIncrement(), up.size()));
  }
}
