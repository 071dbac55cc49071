/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.BucketSteps;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.BucketTally.Count;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.Partitions;
import org.cassandrastats.cli.buckets.SpanSplitter;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TableMaker;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.TaskOptions;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsOptions;

/** What is done for a rollup, and what is said of it. */
final class RollupSteps implements BucketSteps.Writer {
  static final String AGAIN = "--recompute";
  private final StatementSender calls;
  private final BucketSteps.Plan<RollupTarget> plan;
  private final StatsOptions options;
  private final BucketTally tally;
  private final SpanSplitter.RowTimes times;

  /**
   * Steps, to be taken once.
   *
   * @param options of buckets that are too much for one request
   */
  RollupSteps(
      StatementSender calls,
      BucketSteps.Plan<RollupTarget> plan,
      StatsOptions options,
      BucketTally tally) {
    this.calls = calls;
    this.plan = plan;
    this.options = options;
    this.tally = tally;
    this.times = new SpanSplitter.RowTimes(calls, plan.source());
  }

  /**
   * Finds out what is wanted. Nothing is written, and no row is read.
   *
   * @param aggregates that give states
   * @param functionsKeyspace the keyspace of the pack, without quotes
   * @throws UserError if it is not possible, or the table of states holds something else
   */
  static BucketSteps.Plan<RollupTarget> resolve(
      CqlSession session,
      TaskOptions.Task task,
      List<String> aggregates,
      String functionsKeyspace) {
    TableMaker.requirePartitioner(session.getMetadata());
    BucketSource source = BucketSource.find(session, task);
    List<RollupTarget.StateColumn> states =
        new RollupTarget.StateColumns(source.table(), functionsKeyspace).of(aggregates);
    RollupTarget target = new RollupTarget(task.into(), source.key(), states, task.typed());
    return BucketSteps.Plan.of(
        session,
        Watermarks.Kind.ROLLUP,
        task,
        source,
        target,
        RollupTarget.StateColumn.contents(states));
  }

  @Override
  public BucketSteps.Again again() {
    return new BucketSteps.Again(AGAIN, "written");
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
      throw new UserError(
          "%s is not complete yet: finish its %s first.".formatted(source.name(), writer.get()));
    }
    return until;
  }

  /** Cassandra refuses the states of no rows where functions or permissions are missing. */
  @Override
  public void tryOut() {
    String cql =
        Writing.BucketReader.select(plan.source(), plan.target().states())
            + plan.source().whereNone();
    calls.rows(calls.bind(calls.prepare(cql), List.of()));
  }

  @Override
  public SpanSplitter.TimeFinder times(Optional<TableMetadata> table) {
    return times;
  }

  @Override
  public Partitions.Work work(TableMetadata table, SpanSplitter.TimeFinder found) {
    return new Writing(
        found,
        plan.buckets(),
        new Writing.BucketReader(calls, plan.source(), plan.target().states(), options),
        calls,
        plan.target(),
        tally);
  }

  @Override
  public List<String> statements() {
    return List.of(
        "-- for each bucket",
        Writing.BucketReader.statement(plan.source(), plan.target().states()) + ";",
        plan.target().insertStatement() + ";");
  }

  @Override
  public String counted() {
    return String.format(
        Locale.ROOT,
        "-- %,d buckets would be written to %s",
        tally.of(Count.BUCKETS),
        plan.target().name());
  }

  @Override
  public List<String> written(Optional<Buckets.Span> again) {
    String cut =
        tally.of(Count.CUT) == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; %,d of them were read in parts, as one request was too much for them or for one before them",
                tally.of(Count.CUT));
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d buckets of %,d rows written to %s%s.",
            tally.of(Count.BUCKETS),
            tally.of(Count.ROWS),
            plan.target().name(),
            cut));
    if (tally.of(Count.BUCKETS) > 0) {
      again.ifPresent(span -> madeFromIt().forEach(stale -> lines.add(stale(stale, span))));
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

  private String stale(TableName stale, Buckets.Span span) {
    String range = Instant.ofEpochMilli(span.from()) + " " + Instant.ofEpochMilli(span.until());
    return "The rollup %s was made from %s and is stale now: run it with %s %s, too."
        .formatted(stale, plan.target().name(), AGAIN, range);
  }
}
