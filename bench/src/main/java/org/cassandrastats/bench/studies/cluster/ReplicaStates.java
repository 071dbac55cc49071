/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.Slowdown;

/** Asks while the replicas are in the state that a cell wants. */
final class ReplicaStates implements Rounds.Question, AutoCloseable {
  static final Dimension<State> REPLICAS = new Dimension<>("replicas");
  static final Dimension<MeasuredAggregate> AGGREGATE = new Dimension<>("aggregate");
  static final Dimension<Level> LEVEL = new Dimension<>("level");

  /** Seconds of the same request once more: what was repaired needs no repair. */
  static final String AGAIN = "again_seconds";

  /** Writes of read repair that the first read has sent. */
  static final String REPAIRS = "repairs_sent";

  /** The state of the replicas that are read. */
  enum State {
    IN_SYNC("in sync"),
    SLOW("one slowed"),
    BLOCKING("one has missed writes, read repair BLOCKING", 1),
    BLOCKING_IN("one has missed writes, BLOCKING, two partitions by IN", 2),
    BLOCKING_TOKENS("one has missed writes, BLOCKING, by tokens", 1),
    NOT_REPAIRED("one has missed writes, read repair NONE");

    private final String label;
    private final int repaired;

    State(String label) {
      this(label, 0);
    }

    State(String label, int repaired) {
      this.label = label;
      this.repaired = repaired;
    }

    boolean isDiffering() {
      return this == NOT_REPAIRED || repaired > 0;
    }

    /** Whether it is measured only where that is asked for. */
    boolean isWider() {
      return this == BLOCKING_IN || this == BLOCKING_TOKENS;
    }

    /** How many partitions a run reads that no other run may, because it repairs them. */
    int repaired() {
      return repaired;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /**
   * A consistency level, and who coordinates.
   *
   * @param isAtTheLast whether the last node does, instead of the first one
   */
  record Level(DefaultConsistencyLevel level, boolean isAtTheLast) {
    /** How long the last replica takes by itself. */
    static final Level ALONE = new Level(DefaultConsistencyLevel.LOCAL_ONE, true);

    /** The levels that must see writes of level QUORUM. */
    private static final Set<DefaultConsistencyLevel> SEEING_WRITES =
        EnumSet.of(
            DefaultConsistencyLevel.QUORUM,
            DefaultConsistencyLevel.LOCAL_QUORUM,
            DefaultConsistencyLevel.ALL);

    /** One at the first node. */
    static Level of(DefaultConsistencyLevel level) {
      return new Level(level, false);
    }

    boolean seesWrites() {
      return SEEING_WRITES.contains(level);
    }

    @Override
    public String toString() {
      return level + (isAtTheLast ? " at node 3" : "");
    }
  }

  private final StudyContext bench;
  private final int pageSize;
  private final List<Node> nodes;
  private final ExactPart inSync;
  private final ExactPart changed;
  private final ExactPart changedTwice;
  private final AtomicInteger partition = new AtomicInteger();
  private Slowdown slowdown;

  /**
   * On nodes that are loaded.
   *
   * @param missed what the last replica has not; null where all have the same
   */
  ReplicaStates(StudyContext bench, int rows, int pageSize, MissedWrites missed) {
    this.bench = bench;
    this.pageSize = pageSize;
    this.nodes = bench.nodes();
    this.inSync = bench.column().first(rows);
    this.changed = missed == null ? null : missed.exact(1);
    this.changedTwice = missed == null ? null : missed.exact(2);
  }

  @Override
  public Attempt ask(Cell cell, boolean traced) {
    setSlow(cell.is(REPLICAS, State.SLOW));
    // A read may repair what it reads.
    State state = cell.get(REPLICAS);
    partition.addAndGet(state.repaired());
    if (!state.isDiffering()) {
      return ofPartition(cell, traced);
    }
    long before = repairs(state);
    Attempt attempt = ofPartition(cell, traced);
    return attempt.with(REPAIRS, (double) (repairs(state) - before));
  }

  private long repairs(State state) {
    return bench.target().management().stream()
        .mapToLong(node -> node.repairsSent(table(state)))
        .sum();
  }

  private static String table(State state) {
    return switch (state) {
      case IN_SYNC, SLOW -> BenchKeyspace.TABLE;
      case BLOCKING, BLOCKING_IN, BLOCKING_TOKENS -> MissedWrites.REPAIRED;
      case NOT_REPAIRED -> MissedWrites.UNREPAIRED;
    };
  }

  @Override
  public Attempt askBesides(Cell cell, boolean traced, Attempt first) {
    if (!cell.get(REPLICAS).isDiffering()) {
      return first;
    }
    Attempt again = ofPartition(cell, false);
    return again.isExact() ? first.with(AGAIN, again.seconds()) : again;
  }

  private Attempt ofPartition(Cell cell, boolean traced) {
    State state = cell.get(REPLICAS);
    Level level = cell.get(LEVEL);
    MeasuredAggregate aggregate = cell.get(AGGREGATE);
    String table = table(state);
    // The replica that is behind coordinates: every level reads it, unless others are faster.
    boolean isLast = state.isDiffering() || level.isAtTheLast();
    ExactPart exact =
        !state.isDiffering() ? inSync : state == State.BLOCKING_IN ? changedTwice : changed;
    return bench.ask(
        StudyContext.statement(
                "SELECT %s FROM %s WHERE %s"
                    .formatted(aggregate.selector(bench.functions()), table, where(state)),
                pageSize)
            .setNode(nodes.get(isLast ? nodes.size() - 1 : 0))
            .setConsistencyLevel(level.level())
            .setTracing(traced),
        row -> aggregate.check(row, exact));
  }

  private String where(State state) {
    int last = partition.get();
    return switch (state) {
      case IN_SYNC, SLOW, NOT_REPAIRED -> "sensor = 1";
      case BLOCKING -> "sensor = " + last;
      case BLOCKING_IN -> "sensor IN (%d, %d)".formatted(last - 1, last);
      // A read of a range of tokens, as of a whole table, that has one partition.
      case BLOCKING_TOKENS ->
          "token(sensor) >= token(%d) AND token(sensor) <= token(%d)".formatted(last, last);
    };
  }

  private void setSlow(boolean slow) {
    if (slow && slowdown == null) {
      LocalCluster cluster = bench.target().cluster().orElseThrow();
      slowdown = cluster.slow(cluster.size());
    } else if (!slow) {
      close();
    }
  }

  @Override
  public void close() {
    if (slowdown != null) {
      slowdown.close();
      slowdown = null;
    }
  }
}
