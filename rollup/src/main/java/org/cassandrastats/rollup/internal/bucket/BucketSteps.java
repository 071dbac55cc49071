/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.table.WriteTimes;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.Buckets.Limits;
import org.cassandrastats.rollup.internal.time.PartitionSpec;

/**
 * A run that writes a table of buckets, from its first check to what is said of it.
 *
 * @param tally counts what is done
 * @param inFlight how many buckets are worked on at the same time
 * @param stop whether the run is to end early, with what is done
 */
public record BucketSteps(
    StatementSender calls,
    Plan<?> plan,
    Writer writer,
    BucketCounts tally,
    int inFlight,
    BooleanSupplier stop) {
  /** What a command does with buckets. */
  public interface Writer {
    /** The option that names buckets to be done again, and what is done to them. */
    Again again();

    /** Where the source is a table of buckets itself, until when all of it is complete. */
    default OptionalLong sourceUntil() {
      return OptionalLong.empty();
    }

    /** Reads no rows, so that nothing is made for a run that could not begin. */
    void dryRun();

    /** Whether it writes as of times of its own. */
    boolean saysWhenItWrites();

    /** How many milliseconds before what is done a run begins, to look again. */
    long back();

    /** Whether a partition of the source may have something in a span, as its key says. */
    default boolean mightContain(List<ByteBuffer> key, Buckets.Span span) {
      return true;
    }

    /** What has buckets, made of the series of the source. */
    default SeriesFinder groups(SeriesFinder series) {
      return series;
    }

    /** Buckets that end by this time are not written: they would expire at once. */
    default long alive(Instant now) {
      return Long.MIN_VALUE;
    }

    /** Buckets that hold an earlier time are not looked at again, unless they are named. */
    default long oldest(Instant now) {
      return Long.MIN_VALUE;
    }

    /**
     * Finds where there is something in a partition.
     *
     * @param table that is written; empty where it is not there
     */
    SpanSplitter.TimeFinder times(Optional<TableMetadata> table);

    /**
     * What is done with the buckets of a partition.
     *
     * @param isAgain whether they were named to be done again
     */
    Partitions.Work work(TableMetadata table, SpanSplitter.TimeFinder times, boolean isAgain);

    /**
     * What is done with buckets that are named to be done again, of which the rows are gone.
     *
     * @param isDry whether they are only counted
     * @return empty where they stay
     */
    default Optional<Removal> removal(TableMetadata table, boolean isDry) {
      return Optional.empty();
    }

    /** All work is done: no request is on its way. Not called for a run that has failed. */
    default void finished() {}

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

    /**
     * What there is to say of buckets that were done before, and were not looked at.
     *
     * @param walk goes through these
     */
    default List<String> earlier(TableMetadata table, Consumer<Partitions.Work> walk) {
      return List.of();
    }
  }

  /**
   * A way through the table of buckets.
   *
   * @param buckets the table
   * @param work with each bucket of it
   */
  public record Removal(BucketSource buckets, SpanSplitter.BucketWalk.EachBucket work) {}

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
  public List<String> run(Task.Range range, boolean dry, String functionsKeyspace) {
    String option = writer.again().option();
    Instant now = Instant.now();
    Limits limits = new Limits(plan.buckets(), now, range.lag(), writer.sourceUntil(), option);
    writer.dryRun();
    tryWriteTimes();
    if (range.isAgain()) {
      TableMetadata table = plan.table().orElseThrow(this::noTable);
      Buckets.Span span = limits.again(range.againFrom(), range.againTo());
      return dry ? countAgain(span) : writeAgain(table, span);
    }
    Limits.Unfinished wanted =
        new Limits.Unfinished(
            plan.buckets(),
            since(writer.alive(now)),
            limits.until(range.until()),
            writer.back(),
            writer.oldest(now));
    return dry ? count(wanted) : write(makeTables(functionsKeyspace), wanted);
  }

  private Long since(long alive) {
    Long since = plan.definition().sinceMillis();
    if (alive == Long.MIN_VALUE) {
      return since;
    }
    long first = plan.buckets().start(alive);
    return since == null ? first : Math.max(since, first);
  }

  private StatsException noTable() {
    return new StatsException(
        "There is no table %s whose buckets could be %s again: run without %s first."
            .formatted(plan.target().name(), writer.again().done(), writer.again().option()));
  }

  private List<String> write(TableMetadata table, Limits.Unfinished wanted) {
    SpanSplitter.TimeFinder times = writer.times(Optional.of(table));
    Watermarks watermarks = Watermarks.read(calls, plan.kind(), table);
    Buckets.Span before = wanted.before(watermarks.ofAll());
    OptionalLong complete =
        job(times, tally).run(writer.work(table, times, false), watermarks, wanted);
    writer.finished();
    List<String> lines = new ArrayList<>(writer.written(Optional.empty()));
    lines.add(
        complete.isPresent()
            ? "Complete until " + Instant.ofEpochMilli(complete.getAsLong()) + "."
            : "Nothing is complete yet.");
    if (before != null) {
      BucketCounts uncounted = new BucketCounts(BucketCounts.Listener.NONE);
      lines.addAll(writer.earlier(table, work -> job(times, uncounted).run(work, before)));
    }
    return lines;
  }

  private List<String> writeAgain(TableMetadata table, Buckets.Span span) {
    new TableMaker(calls).makeWatermarks(plan.kind(), plan.target().name().keyspace());
    SpanSplitter.TimeFinder times = writer.times(Optional.of(table));
    job(times, tally).run(writer.work(table, times, true), span);
    writer.removal(table, false).ifPresent(removal -> remove(removal, span));
    writer.finished();
    return writer.written(Optional.of(span));
  }

  private List<String> count(Limits.Unfinished wanted) {
    job(writer.times(plan.table()), tally)
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
    job(writer.times(plan.table()), tally).count(span);
    plan.table()
        .flatMap(table -> writer.removal(table, true))
        .ifPresent(removal -> remove(removal, span));
    List<String> lines = new ArrayList<>(writer.statements());
    lines.add(writer.counted() + " again");
    return lines;
  }

  private void remove(Removal removal, Buckets.Span span) {
    BucketCounts uncounted = new BucketCounts(BucketCounts.Listener.NONE);
    SpanSplitter.TimeFinder times = new SpanSplitter.RowTimes(calls, removal.buckets());
    job(new Partitions(calls, removal.buckets(), (key, all) -> true), times, uncounted)
        .run(new SpanSplitter.BucketWalk(times, plan.buckets(), removal.work()), span);
  }

  private BucketRun job(SpanSplitter.TimeFinder times, BucketCounts counts) {
    Partitions series = new Partitions(calls, plan.source(), writer::mightContain);
    return job(writer.groups(series), times, counts);
  }

  private BucketRun job(
      SeriesFinder partitions, SpanSplitter.TimeFinder times, BucketCounts counts) {
    return new BucketRun(partitions, times, plan.buckets(), counts, inFlight, stop);
  }

  /** Before a first run has made the table of watermarks, no table may be written for sure. */
  private void tryWriteTimes() {
    if (writer.saysWhenItWrites()) {
      plan.kind()
          .table(plan.target().name().keyspace())
          .find(calls.session())
          .ifPresent(new WriteTimes(calls)::dryRun);
    }
  }

  /** Makes the tables that are missing. */
  private TableMetadata makeTables(String functionsKeyspace) {
    TableMaker maker = new TableMaker(calls);
    if (plan.table().isEmpty() && plan.target().typed()) {
      maker.requireJar(functionsKeyspace);
    }
    maker.makeWatermarks(plan.kind(), plan.target().name().keyspace());
    tryWriteTimes();
    TableMetadata made = maker.makeOnce(plan.kind(), plan.target().name(), plan.createStatement());
    // Another run may have made it at the same moment.
    plan.target().check(made, plan.definition());
    return made;
  }

  /**
   * A table of buckets that can be made, or is there.
   *
   * @param kind the command that writes it
   * @param source the table of rows
   * @param target the table of buckets
   * @param buckets how time is cut
   * @param definition what the table of buckets says, or will say
   * @param table the table of buckets as it is; empty where it is not there
   */
  public record Plan<T extends Plan.Target>(
      Watermarks.Kind kind,
      BucketSource source,
      T target,
      Buckets buckets,
      StoredDefinition definition,
      Optional<TableMetadata> table) {
    /** The table that is written. */
    public interface Target {
      /** Its name. */
      TableName name();

      /** Whether its columns are to be of the server jar's types. */
      boolean typed();

      /** How it cuts series into partitions; null where that is the same as of the rows. */
      default PartitionSpec cut() {
        return null;
      }

      /** The statement that creates it. */
      String createStatement(StoredDefinition definition);

      /**
       * Checks a table that is there already.
       *
       * @param wanted what was asked for; without a beginning, it takes that of the table
       * @return the definition of the table
       * @throws StatsException if the table holds something else
       */
      StoredDefinition check(TableMetadata table, StoredDefinition wanted);
    }

    /**
     * Finds out what is there.
     *
     * @param contents of the table, by the names of its columns
     * @throws StatsException if the table holds something else
     */
    public static <T extends Target> Plan<T> of(
        CqlSession session,
        Watermarks.Kind kind,
        Task task,
        BucketSource source,
        T target,
        Map<String, String> contents) {
      StoredDefinition wanted =
          StoredDefinition.of(kind, task, source.time(), target.cut(), contents);
      Optional<TableMetadata> table = task.into().find(session);
      return new Plan<>(
          kind,
          source,
          target,
          task.buckets(),
          table.map(found -> target.check(found, wanted)).orElse(wanted),
          table);
    }

    /** The statement that creates the table. */
    public String createStatement() {
      return target.createStatement(definition);
    }

    /** The permissions that writing takes. */
    public String neededToWrite() {
      TableName name = target.name();
      return "SELECT and MODIFY on %s and %s, and where these are not there yet, CREATE on the keyspace %s"
          .formatted(name, Watermarks.table(kind, name.keyspace()), Names.cql(name.keyspace()));
    }
  }
}
