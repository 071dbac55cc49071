/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.cli.buckets.Buckets.Limits;
import org.cassandrastats.cli.buckets.TaskOptions.RangeOptions;
import org.cassandrastats.cli.console.UserError;

/**
 * A run that writes a table of buckets, from its first check to what is said of it.
 *
 * @param tally counts what is done
 * @param inFlight how many buckets are worked on at the same time
 */
public record BucketSteps(
    StatementSender calls, BucketPlan<?> plan, Writer writer, BucketTally tally, int inFlight) {
  /** What a command does with buckets. */
  public interface Writer {
    /** The option that names buckets to be done again, and what is done to them. */
    Again again();

    /** Where the source is a table of buckets itself, until when all of it is complete. */
    OptionalLong sourceUntil();

    /** Reads no rows, so that nothing is made for a run that could not begin. */
    void tryOut();

    /** How many milliseconds before what is done a run begins, to look again. */
    long back();

    /**
     * Finds where there is something in a partition.
     *
     * @param table that is written; empty where it is not there
     */
    SpanSplitter.TimeFinder times(Optional<TableMetadata> table);

    /** What is done with the buckets of a partition. */
    Partitions.Work work(TableMetadata table, SpanSplitter.TimeFinder times);

    /** The statements for each bucket, as comments and CQL. */
    List<String> statements();

    /** How many buckets there are to do, in a comment. */
    String counted();

    /**
     * What was done.
     *
     * @param again the buckets that were done again; empty where others were done
     */
    List<String> written(Optional<Buckets.Span> again);
  }

  /**
   * How buckets are done again.
   *
   * @param option that names them
   * @param done to them, as a participle
   */
  public record Again(String option, String done) {}

  /**
   * Runs.
   *
   * @param functionsKeyspace the keyspace of the pack of functions, without quotes
   * @return what there is to say at the end
   */
  public List<String> run(RangeOptions.Selection range, boolean dry, String functionsKeyspace) {
    String option = writer.again().option();
    Limits limits =
        new Limits(plan.buckets(), Instant.now(), range.lag(), writer.sourceUntil(), option);
    writer.tryOut();
    if (range.isAgain()) {
      TableMetadata table = plan.table().orElseThrow(this::noTable);
      Buckets.Span span = limits.again(range.againFrom(), range.againTo());
      return dry ? countAgain(span) : writeAgain(table, span);
    }
    Limits.Unfinished wanted =
        new Limits.Unfinished(
            plan.definition().sinceMillis(), limits.until(range.until()), writer.back());
    return dry ? count(wanted) : write(makeTables(functionsKeyspace), wanted);
  }

  private UserError noTable() {
    return new UserError(
        "There is no table %s whose buckets could be %s again: run without %s first."
            .formatted(plan.target().name(), writer.again().done(), writer.again().option()));
  }

  private List<String> write(TableMetadata table, Limits.Unfinished wanted) {
    SpanSplitter.TimeFinder times = writer.times(Optional.of(table));
    Watermarks watermarks = Watermarks.read(calls, plan.kind(), table);
    OptionalLong complete = job(times).run(writer.work(table, times), watermarks, wanted);
    List<String> lines = new ArrayList<>(writer.written(Optional.empty()));
    lines.add(
        complete.isPresent()
            ? "Complete until " + Instant.ofEpochMilli(complete.getAsLong()) + "."
            : "Nothing is complete yet.");
    return lines;
  }

  private List<String> writeAgain(TableMetadata table, Buckets.Span span) {
    SpanSplitter.TimeFinder times = writer.times(Optional.of(table));
    job(times).run(writer.work(table, times), span);
    return writer.written(Optional.of(span));
  }

  private List<String> count(Limits.Unfinished wanted) {
    job(writer.times(plan.table()))
        .count(Watermarks.find(calls, plan.kind(), plan.table()), wanted);
    List<String> lines = new ArrayList<>();
    Watermarks.missing(calls, plan.kind(), plan.target().name().keyspace())
        .ifPresent(statement -> lines.add(statement + ";"));
    if (plan.table().isEmpty()) {
      lines.add(plan.createStatement() + ";");
    }
    lines.addAll(writer.statements());
    lines.add(writer.counted() + ", complete until " + Instant.ofEpochMilli(wanted.until()));
    return lines;
  }

  private List<String> countAgain(Buckets.Span span) {
    job(writer.times(plan.table())).count(span);
    List<String> lines = new ArrayList<>(writer.statements());
    lines.add(writer.counted() + " again");
    return lines;
  }

  private BucketRun job(SpanSplitter.TimeFinder times) {
    Partitions partitions = new Partitions(calls, plan.source().table());
    return new BucketRun(partitions, times, plan.buckets(), tally, inFlight);
  }

  /** Makes the tables that are missing. */
  private TableMetadata makeTables(String functionsKeyspace) {
    TableMaker maker = new TableMaker(calls);
    if (plan.table().isEmpty() && plan.target().typed()) {
      maker.requireJar(functionsKeyspace);
    }
    maker.makeWatermarks(plan.kind(), plan.target().name().keyspace());
    TableMetadata made = maker.make(plan.target().name(), plan.createStatement());
    // Another run may have made it at the same moment.
    plan.target().check(made, plan.definition());
    return made;
  }
}
