/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.split.PartitionKeys;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.rollup.internal.answer.RollupPieces.Limit;
import org.cassandrastats.rollup.internal.answer.RollupQuestion.Unanswerable;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.bucket.Repartitioning;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.BucketAlignment;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.PartitionSpec;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/**
 * From where a question over rows is answered: from rows, then from the states of a rollup, then
 * from rows again.
 *
 * @param question which
 * @param rollup that has the states
 * @param time of the rows
 * @param from where its states are asked for, in milliseconds; null for the first one
 * @param until where they are asked for no longer
 * @param parts what is asked of them
 * @param hasRows whether rows are asked for something
 */
public record RollupPlan(
    RollupQuestion question,
    RollupSource rollup,
    TimeColumn time,
    Long from,
    long until,
    RollupParts parts,
    boolean hasRows) {
  /** States that expire while they are read would be missing. */
  private static final Duration MARGIN = Duration.ofHours(1);

  /**
   * Finds the rollup with the widest buckets that answers a question.
   *
   * @throws Unanswerable if none does
   */
  public static RollupPlan of(StatementSender calls, RollupQuestion question) {
    List<RollupSource> rollups =
        new ArrayList<>(RollupSource.of(calls.session(), TableName.of(question.rows().table())));
    rollups.sort(
        Comparator.comparing((RollupSource rollup) -> rollup.definition().buckets().millis())
            .reversed());
    List<String> reasons = new ArrayList<>();
    for (RollupSource rollup : rollups) {
      try {
        return new Planner(calls, question, rollup).plan(false);
      } catch (Unanswerable unfit) {
        reasons.add(unfit.getMessage());
      } catch (StatsException
          | IllegalArgumentException
          | DateTimeException
          | ArithmeticException bad) {
        // Another one may do, and rows always do.
        reasons.add(
            "of %s: %s"
                .formatted(rollup, String.valueOf(bad.getMessage()).replaceFirst("\\.$", "")));
      } catch (UnauthorizedException denied) {
        reasons.add("of %s: %s".formatted(rollup, Failures.line(denied)));
      }
    }
    throw new Unanswerable(
        reasons.isEmpty()
            ? "there is no rollup of %s with all columns of its key"
                .formatted(TableName.of(question.rows().table()))
            : String.join("; ", reasons));
  }

  /** The plan of the same rollup for other rows, all of which may be answered by rows only. */
  RollupPlan within(StatementSender calls, SplitQuery rows) {
    RollupQuestion other = new RollupQuestion(question.select(), question.lane(), rows);
    return new Planner(calls, other, rollup).plan(true);
  }

  /** What was done, in one line. */
  public String description() {
    return "Answered %suntil %s by the states of %s%s."
        .formatted(
            from == null ? "" : "from %s ".formatted(Instant.ofEpochMilli(from)),
            Instant.ofEpochMilli(until),
            rollup,
            hasRows ? ", and by rows otherwise" : "");
  }

  /** Plans for one rollup. */
  private static final class Planner {
    private final StatementSender calls;
    private final RollupQuestion question;
    private final RollupSource rollup;
    private final Buckets buckets;
    private final TableMetadata rows;
    private final TimeColumn time;

    Planner(StatementSender calls, RollupQuestion question, RollupSource rollup) {
      this.calls = calls;
      this.question = question;
      this.rollup = rollup;
      this.buckets = rollup.definition().buckets();
      BucketSource source =
          BucketSource.find(
              calls.session(),
              TableName.of(question.rows().table()),
              rollup.origin().time(),
              rollup.origin().countedUnit(),
              buckets);
      this.rows = source.table();
      this.time = source.time();
      if (!question.rows().split().equals(Optional.of(source.column()))) {
        throw new Unanswerable(
            "%s has buckets of each (%s), and the question names no single one"
                .formatted(rollup, source.key().names()));
      }
    }

    /**
     * The plan.
     *
     * @param mayBeOfRows whether rows may answer all of it
     */
    RollupPlan plan(boolean mayBeOfRows) {
      // What it never answers is said before what it does not answer yet.
      var unused = question.selectorsOfStates(rollup);
      if (rollup.isOutlived()) {
        throw new Unanswerable(rollup + " was made of a table that was dropped since");
      }
      if (rollup.isOfExpiring()) {
        throw new Unanswerable(rollup + " was made of states that expire");
      }
      Optional<Limit> lower = limit(question.rows().lower());
      Optional<Limit> upper = limit(question.rows().upper());
      Optional<Repartitioning> way = way();
      Long from = from(lower);
      requireReadable();
      long until =
          Math.min(complete(), upper.map(it -> buckets.start(it.millis())).orElse(Long.MAX_VALUE));
      if (from != null && from >= until && !mayBeOfRows) {
        throw noBucket();
      }
      RollupPieces pieces =
          new RollupPieces(
              from,
              until,
              lower,
              upper,
              question.rows().isReadDescending(),
              way,
              rollup.cutOfRows().equals(Optional.ofNullable(rollup.definition().cut())));
      RollupParts parts =
          new RollupParts(
              question, rollup, time, pieces, calls.session().getContext().getCodecRegistry());
      return new RollupPlan(
          question, rollup, time, from, until, parts, haveRows(pieces, mayBeOfRows));
    }

    /** Whether rows are asked for something, beside states. */
    private boolean haveRows(RollupPieces pieces, boolean mayBeOfRows) {
      PartitionKeys partitions = question.rows().partitions().orElseThrow();
      boolean haveStates = false;
      boolean haveRows = false;
      for (int i = 0; i < partitions.size(); i++) {
        for (RollupPieces.Piece piece : pieces.of(partitions.key(i))) {
          haveStates |= piece.isOfStates();
          haveRows |= !piece.isOfStates();
        }
      }
      if (!haveStates && !mayBeOfRows) {
        throw noBucket();
      }
      return haveRows;
    }

    private Unanswerable noBucket() {
      return new Unanswerable("no bucket of %s is complete there".formatted(rollup));
    }

    /**
     * The way from the partitions of rows to those of states.
     *
     * @throws Unanswerable if that is not known, or buckets lie in several partitions
     */
    private Optional<Repartitioning> way() {
      if (!rollup.isCut()) {
        return Optional.empty();
      }
      PartitionSpec cut =
          rollup
              .cutOfRows()
              .orElseThrow(
                  () ->
                      new Unanswerable(
                          "%s does not say how its rows are cut into partitions: it was made before rollups did"
                              .formatted(rollup)));
      if (!BucketAlignment.fits(cut.widths(), buckets)) {
        throw new Unanswerable(
            "buckets of %s, of %s, are no parts of the partitions of rows, of %s"
                .formatted(rollup, buckets, cut.widths()));
      }
      return Optional.of(
          Repartitioning.of(rows, rollup.origin().countedUnit(), cut, rollup.definition().cut()));
    }

    /** The first whole bucket that the rollup has, between the limits; null for the very first. */
    private Long from(Optional<Limit> lower) {
      Long from = lower.map(it -> buckets.startFrom(it.firstWhole())).orElse(null);
      for (StoredDefinition level : rollup.levels()) {
        if (level.sinceMillis() != null) {
          long since = buckets.startFrom(level.sinceMillis());
          from = from == null ? since : (Long) Math.max(from, since);
        }
      }
      if (question
          .groups(rollup)
          .filter(it -> BucketAlignment.fitsSince1970(it, buckets))
          .isPresent()) {
        long first = buckets.startFrom(0);
        from = from == null ? first : (Long) Math.max(from, first);
      }
      Optional<Duration> kept = BucketSource.timeToLive(rollup.table());
      if (kept.isPresent()) {
        long alive = buckets.startFrom(Instant.now().minus(kept.get()).plus(MARGIN).toEpochMilli());
        from = from == null ? alive : (Long) Math.max(from, alive);
      }
      return from;
    }

    /** Permissions are looked at when a statement is executed, whatever it asks for. */
    private void requireReadable() {
      BucketSource.ofBuckets(rollup.table(), rollup.bucketColumn(), buckets)
          .dryRun(calls, "SELECT rows FROM " + rollup);
    }

    private long complete() {
      OptionalLong complete =
          Watermarks.find(calls, Watermarks.Kind.ROLLUP, Optional.of(rollup.table()))
              .map(Watermarks::ofAll)
              .orElse(OptionalLong.empty());
      return complete.orElseThrow(() -> new Unanswerable(rollup + " is not complete yet"));
    }

    private Optional<Limit> limit(Condition condition) {
      if (condition == null) {
        return Optional.empty();
      }
      long millis = time.millis(condition.value());
      boolean exact = time.bytes(millis).equals(condition.value());
      return Optional.of(new Limit(condition.operator(), millis, exact));
    }
  }
}
