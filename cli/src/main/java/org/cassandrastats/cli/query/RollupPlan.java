/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.Nesting;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.TimeColumn;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.query.RollupQuestion.Unanswerable;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.request.Failures;
import org.cassandrastats.client.request.Requests.Condition;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * From where a question over rows is answered: from rows, then from the states of a rollup, then
 * from rows again.
 *
 * @param question which
 * @param rollup that has the states
 * @param time of the rows
 * @param from where its states are asked for, in milliseconds; null for the first one
 * @param until where they are asked for no longer
 * @param parts what is asked of each partition, in the order in which it is read
 */
record RollupPlan(
    RollupQuestion question,
    RollupSource rollup,
    TimeColumn time,
    Long from,
    long until,
    List<Part> parts) {
  /** States that expire while they are read would be missing. */
  private static final Duration MARGIN = Duration.ofHours(1);

  RollupPlan {
    parts = List.copyOf(parts);
  }

  /**
   * A part of the question.
   *
   * @param cql the statement about one partition
   * @param limits the values of its markers behind those of the partition key
   * @param isOfStates whether it is asked of states
   */
  record Part(String cql, List<Object> limits, boolean isOfStates) {
    Part {
      limits = List.copyOf(limits);
    }

    /** The question about a partition. */
    StatsQuery query(List<Object> key) {
      return StatsQuery.of(cql, Stream.concat(key.stream(), limits.stream()).toArray());
    }
  }

  /**
   * Finds the rollup with the widest buckets that answers a question.
   *
   * @throws Unanswerable if none does
   */
  static RollupPlan of(StatementSender calls, RollupQuestion question) {
    List<RollupSource> rollups =
        new ArrayList<>(RollupSource.of(calls.session(), TableName.of(question.rows().table())));
    rollups.sort(
        Comparator.comparing((RollupSource rollup) -> rollup.definition().buckets().millis())
            .reversed());
    List<String> reasons = new ArrayList<>();
    for (RollupSource rollup : rollups) {
      try {
        return new Planner(calls, question, rollup).plan();
      } catch (Unanswerable unfit) {
        reasons.add(unfit.getMessage());
      } catch (UserError | IllegalArgumentException | DateTimeException | ArithmeticException bad) {
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
            ? "there is no rollup of " + TableName.of(question.rows().table())
            : String.join("; ", reasons));
  }

  /** What was done, in one line. */
  String description() {
    return "Answered %suntil %s by the states of %s%s."
        .formatted(
            from == null ? "" : "from %s ".formatted(Instant.ofEpochMilli(from)),
            Instant.ofEpochMilli(until),
            rollup,
            parts.size() == 1 ? "" : ", and by rows otherwise");
  }

  /** Plans for one rollup. */
  private static final class Planner {
    private final StatementSender calls;
    private final RollupQuestion question;
    private final RollupSource rollup;
    private final Buckets buckets;
    private final TimeColumn time;

    Planner(StatementSender calls, RollupQuestion question, RollupSource rollup) {
      this.calls = calls;
      this.question = question;
      this.rollup = rollup;
      this.buckets = rollup.definition().buckets();
      BucketSource rows =
          BucketSource.find(
              calls.session(),
              TableName.of(question.rows().table()),
              rollup.origin().time(),
              rollup.origin().countedUnit(),
              buckets);
      this.time = rows.time();
    }

    RollupPlan plan() {
      List<String> selectors = question.selectorsOfStates(rollup);
      if (rollup.isOutlived()) {
        throw new Unanswerable(rollup + " was made of a table that was dropped since");
      }
      if (rollup.levels().stream().anyMatch(level -> level.partitions() != null)) {
        throw new Unanswerable(rollup + " has other partitions than its rows");
      }
      if (rollup.isOfExpiring()) {
        throw new Unanswerable(rollup + " was made of states that expire");
      }
      Optional<Limit> lower = limit(question.rows().lower());
      Optional<Limit> upper = limit(question.rows().upper());
      Long from = from(lower);
      requireReadable();
      long until =
          Math.min(complete(), upper.map(it -> buckets.start(it.millis)).orElse(Long.MAX_VALUE));
      if (from != null && from >= until) {
        throw new Unanswerable("no bucket of %s is complete there".formatted(rollup));
      }
      List<Part> parts = new ArrayList<>();
      if (from != null && !lower.map(it -> it.begins(from)).orElse(false)) {
        parts.add(ofRows(lower, " < ?", from));
      }
      parts.add(ofStates(selectors, from, until));
      if (!upper.map(it -> it.ends(until)).orElse(false)) {
        parts.add(ofRows(upper, " >= ?", until));
      }
      if (question.rows().isReadDescending()) {
        Collections.reverse(parts);
      }
      return new RollupPlan(question, rollup, time, from, until, parts);
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
      if (question.groups(rollup).filter(it -> Nesting.fitsSince1970(it, buckets)).isPresent()) {
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
      new BucketSource(rollup.table(), time).tryOut(calls, "SELECT rows FROM " + rollup);
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
      return Optional.of(
          new Limit(condition.operator(), time.value(condition.value()), millis, exact));
    }

    /** A part on one side of the states, which ends there and at a limit. */
    private Part ofRows(Optional<Limit> limit, String side, long border) {
      List<Object> limits = new ArrayList<>(List.of(time.key(border)));
      limit.ifPresent(outer -> limits.add(outer.value()));
      return new Part(
          "SELECT %s FROM %s WHERE %s AND %s%s%s%s"
              .formatted(
                  String.join(", ", question.selectorsOfRows()),
                  question.rows().from(),
                  question.partition(),
                  time.name(),
                  side,
                  limit
                      .map(outer -> " AND %s %s ?".formatted(time.name(), outer.operator()))
                      .orElse(""),
                  question.tailOfRows()),
          limits,
          false);
    }

    private Part ofStates(List<String> selectors, Long from, long until) {
      List<Object> limits = new ArrayList<>(List.of(Instant.ofEpochMilli(until)));
      if (from != null) {
        limits.add(Instant.ofEpochMilli(from));
      }
      String bucket = Identifier.quoteIfNeeded(rollup.bucket());
      return new Part(
          "SELECT %s FROM %s WHERE %s AND %s < ?%s%s"
              .formatted(
                  String.join(", ", selectors),
                  rollup,
                  question.partition(),
                  bucket,
                  from == null ? "" : " AND " + bucket + " >= ?",
                  question.tailOfStates(rollup)),
          limits,
          true);
    }
  }

  /**
   * A limit of the time.
   *
   * @param value as the driver has it
   * @param millis in which it is
   * @param exact whether it is the beginning of these
   */
  private record Limit(String operator, Object value, long millis, boolean exact) {
    /** The first time from which on all rows are within it. */
    long firstWhole() {
      return exact && operator.equals(">=") ? millis : millis + 1;
    }

    /** Whether no row within it is before a border. */
    boolean begins(long border) {
      return exact && operator.equals(">=") && millis == border;
    }

    /** Whether no row within it is at a border or later. */
    boolean ends(long border) {
      return exact && operator.equals("<") && millis == border;
    }
  }
}
