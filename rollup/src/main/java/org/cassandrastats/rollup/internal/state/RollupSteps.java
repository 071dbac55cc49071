/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.client.internal.text.TimeTexts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts.Count;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.bucket.BucketSteps;
import org.cassandrastats.rollup.internal.bucket.Partitions;
import org.cassandrastats.rollup.internal.bucket.Repartitioning;
import org.cassandrastats.rollup.internal.bucket.SeriesFinder;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Turn;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.Buckets;

/** What is done for a rollup, and what is said of it. */
public final class RollupSteps implements BucketSteps.Writer {
  public static final String AGAIN = "--recompute";
  private final StatementSender calls;
  private final BucketSteps.Plan<RollupTarget> plan;
  private final Choices choices;
  private final BucketCounts tally;
  private final BucketWriter.Listener listener;
  private final SeriesGroups groups;
  private final SpanSplitter.TimeFinder times;
  private Turn turn;

  /**
   * Steps, to be taken once.
   *
   * @param listener hears of buckets that are written
   */
  RollupSteps(
      StatementSender calls,
      BucketSteps.Plan<RollupTarget> plan,
      Choices choices,
      BucketCounts tally,
      BucketWriter.Listener listener) {
    this.calls = calls;
    this.plan = plan;
    this.choices = choices;
    this.tally = tally;
    this.listener = listener;
    SpanSplitter.RowTimes ofSeries = new SpanSplitter.RowTimes(calls, plan.source());
    this.groups = new SeriesGroups(plan.target().dropped());
    this.times = isGrouped() ? groups.times(ofSeries) : ofSeries;
  }

  /**
   * Finds out what is wanted. Nothing is written, and no row is read.
   *
   * @param aggregates that give states
   * @param functionsKeyspace the keyspace of the pack, without quotes
   * @throws StatsException if it is not possible, or the table of states holds something else
   */
  static BucketSteps.Plan<RollupTarget> resolve(
      CqlSession session, Task task, List<String> aggregates, String functionsKeyspace) {
    TableMaker.requirePartitioner(session.getMetadata());
    BucketSource source = BucketSource.find(session, task);
    CqlIdentifier bucket = StoredDefinition.bucketColumn(session, task);
    Optional<Repartitioning> way = Repartitioning.of(source, task);
    DroppedColumns dropped = DroppedColumns.of(source, task, way);
    List<StateColumn> states =
        new StateColumns(source, dropped.key(), bucket, functionsKeyspace).of(aggregates);
    dropped.require(states);
    RollupTarget target =
        new RollupTarget(task.into(), dropped.key(), bucket, states, task.typed(), way, dropped);
    return BucketSteps.Plan.of(
        session, Watermarks.Kind.ROLLUP, task, source, target, StateColumn.contents(states));
  }

  /**
   * How a table is rolled up.
   *
   * @param split how buckets are read that are too much for one request, and in which lane
   * @param late how far back a run looks for rows that came after their bucket was written
   */
  public record Choices(StatsOptions split, Duration late) {
    /** The same in a lane. */
    Choices in(Lane lane) {
      return new Choices(split.withLane(lane), late);
    }
  }

  /** Whether several series share buckets. */
  private boolean isGrouped() {
    return !plan.target().dropped().isNone();
  }

  @Override
  public SeriesFinder groups(SeriesFinder series) {
    return isGrouped() ? groups.in(series) : series;
  }

  @Override
  public BucketSteps.Again again() {
    return new BucketSteps.Again(AGAIN, "written");
  }

  @Override
  public long back() {
    return choices.late().toMillis();
  }

  @Override
  public boolean mightContain(List<ByteBuffer> key, Buckets.Span span) {
    return span.from() == null
        || plan.target().repartition().map(way -> way.mightContain(key, span.from())).orElse(true);
  }

  @Override
  public long alive(Instant now) {
    Duration ttl = plan.definition().timeToLive();
    return ttl == null ? Long.MIN_VALUE : now.minus(ttl).toEpochMilli();
  }

  /** A bucket would be replaced by those of its rows that have not expired. */
  @Override
  public long oldest(Instant now) {
    return plan.source()
        .timeToLive()
        .map(ttl -> now.minus(ttl).toEpochMilli())
        .orElse(Long.MIN_VALUE);
  }

  @Override
  public OptionalLong sourceUntil() {
    BucketSource source = plan.source();
    Optional<Watermarks.Kind> writer = StoredDefinition.writer(source.table());
    OptionalLong until =
        writer
            .flatMap(kind -> Watermarks.find(calls, kind, Optional.of(source.table())))
            .map(Watermarks::ofAll)
            .orElse(OptionalLong.empty());
    if (writer.isPresent() && until.isEmpty()) {
      throw new StatsException(
          "%s is not complete yet: finish its %s first.".formatted(source.name(), writer.get()));
    }
    return until;
  }

  @Override
  public void dryRun() {
    states().dryRun();
  }

  @Override
  public boolean saysWhenItWrites() {
    return true;
  }

  private BucketStates states() {
    StatsOptions split = choices.split();
    List<StateColumn> columns = plan.target().states();
    BucketStates ofSeries =
        split.lane() == Lane.CLIENT
            ? new ClientStates(calls, plan.source(), columns, split)
            : new ServerStates(calls, plan.source(), columns, split);
    return isGrouped()
        ? new GroupStates(ofSeries, groups, plan.source(), columns, split.functionsKeyspace())
        : ofSeries;
  }

  @Override
  public SpanSplitter.TimeFinder times(Optional<TableMetadata> table) {
    return times;
  }

  @Override
  public Partitions.Work work(TableMetadata table, SpanSplitter.TimeFinder found, boolean isAgain) {
    turn = Turn.take(calls, plan.kind(), table);
    return new BucketWriter(
        found,
        plan.buckets(),
        plan.source().buckets(),
        states(),
        new StateStore(
            calls,
            plan.target(),
            turn,
            plan.definition().timeToLive(),
            isAgain || !choices.late().isZero(),
            isAgain ? null : plan.source().timeToLive().orElse(null)),
        tally,
        listener);
  }

  @Override
  public Optional<BucketSteps.Removal> removal(TableMetadata table, boolean isDry) {
    BucketSource buckets =
        BucketSource.ofBuckets(
            table, table.getColumn(plan.target().bucket()).orElseThrow(), plan.buckets());
    return Optional.of(
        new BucketSteps.Removal(
            buckets,
            new GoneBuckets(
                calls,
                plan.target(),
                times,
                isDry ? null : turn,
                plan.source().timeToLive().orElse(null),
                tally)));
  }

  @Override
  public void finished() {
    turn.end();
  }

  @Override
  public List<String> statements() {
    List<String> lines = new ArrayList<>();
    lines.add(isGrouped() ? "-- for each bucket and series, merged" : "-- for each bucket");
    lines.add(states().statement() + ";");
    if (!choices.late().isZero()) {
      lines.add(plan.target().selectStatement() + ";");
      lines.add("-- where these differ");
    }
    lines.add(insertStatement() + ";");
    return lines;
  }

  private String insertStatement() {
    return plan.target().insertStatement(plan.definition().timeToLive() != null);
  }

  @Override
  public String counted() {
    String gone =
        tally.of(Count.GONE) == 0
            ? ""
            : "-- %s would be removed, whose rows are gone%n"
                .formatted(Counted.of(tally.of(Count.GONE), "bucket"));
    return "%s-- %s would be %swritten%s to %s"
        .formatted(
            gone,
            Counted.of(tally.of(Count.BUCKETS), "bucket"),
            choices.late().isZero() ? "" : "computed, and ",
            choices.late().isZero() ? "" : " where they differ,",
            plan.target().name());
  }

  @Override
  public List<String> written(Optional<Buckets.Span> again) {
    String cut =
        tally.of(Count.CUT) == 0
            ? ""
            : "; %s in parts, as one request was too much for them or for one before them"
                .formatted(
                    Counted.of(tally.of(Count.CUT), "of them was read", "of them were read"));
    String same = tally.of(Count.UNCHANGED) == 0 ? "" : "; " + tally.unchanged();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s of %s written to %s%s%s."
            .formatted(
                Counted.of(tally.of(Count.BUCKETS), "bucket"),
                Counted.of(tally.of(Count.ROWS), "row"),
                plan.target().name(),
                same,
                cut));
    if (tally.of(Count.GONE) > 0) {
      lines.add(
          Counted.of(tally.of(Count.GONE), "bucket was", "buckets were")
              + " removed, whose rows are gone.");
    }
    if (tally.of(Count.LATER) > 0) {
      lines.add(
          Counted.of(tally.of(Count.LATER), "bucket was", "buckets were")
              + " left, which a run has written that began later.");
    }
    if (again.isPresent()
        ? tally.of(Count.BUCKETS) + tally.of(Count.GONE) > 0
        : tally.of(Count.CHANGED) > 0) {
      String option =
          again.map(RollupSteps::againOption).orElse("--late " + TimeTexts.format(choices.late()));
      madeFromIt().forEach(stale -> lines.add(stale(stale, option)));
    }
    return lines;
  }

  /** The rollups whose rows are the states of this one. */
  private List<TableName> madeFromIt() {
    String name = plan.target().name().toString();
    return calls.session().getMetadata().getKeyspaces().values().stream()
        .flatMap(keyspace -> keyspace.getTables().values().stream())
        .filter(
            table ->
                RollupTarget.definition(table).filter(it -> it.from().equals(name)).isPresent())
        .map(TableName::of)
        .sorted(Comparator.comparing(TableName::toString))
        .toList();
  }

  private static String againOption(Buckets.Span span) {
    return "%s %s %s"
        .formatted(AGAIN, Instant.ofEpochMilli(span.from()), Instant.ofEpochMilli(span.until()));
  }

  private String stale(TableName stale, String option) {
    return "The rollup %s was made from %s and is stale now: run it with %s, too."
        .formatted(stale, plan.target().name(), option);
  }
}
