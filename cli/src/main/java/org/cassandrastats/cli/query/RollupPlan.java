/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.TimeColumn;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.query.RollupQuestion.Unanswerable;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.cql.Select.Relation;

/**
 * From where a question over rows is answered: from rows, then from the states of a rollup, then
 * from rows again.
 *
 * @param question which
 * @param rollup that has the states
 * @param time of the rows
 * @param from where its states are asked for, in milliseconds; null for the first one
 * @param until where they are asked for no longer
 * @param parts what is asked, in the order of time
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
   * @param isOfStates whether it is asked of states
   */
  record Part(StatsQuery query, boolean isOfStates) {}

  /**
   * Finds the rollup with the widest buckets that answers a question.
   *
   * @throws Unanswerable if none does
   */
  static RollupPlan of(StatementSender calls, RollupQuestion question) {
    List<RollupSource> rollups =
        new ArrayList<>(RollupSource.of(calls.session(), TableName.of(question.table())));
    rollups.sort(
        Comparator.comparing((RollupSource rollup) -> rollup.definition().buckets().millis())
            .reversed());
    List<String> reasons = new ArrayList<>();
    for (RollupSource rollup : rollups) {
      try {
        return new Planner(calls, question, rollup).plan();
      } catch (Unanswerable unfit) {
        reasons.add(unfit.getMessage());
      }
    }
    throw new Unanswerable(
        reasons.isEmpty()
            ? "there is no rollup of " + TableName.of(question.table())
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
              TableName.of(question.table()),
              rollup.origin().time(),
              rollup.origin().countedUnit(),
              buckets);
      this.time = rows.time();
    }

    RollupPlan plan() {
      List<String> selectors = question.selectors(rollup);
      if (rollup.levels().stream().anyMatch(level -> level.partitions() != null)) {
        throw new Unanswerable(rollup + " has other partitions than its rows");
      }
      if (rollup.levels().stream().skip(1).anyMatch(level -> level.timeToLive() != null)) {
        throw new Unanswerable(rollup + " was made of states that expire");
      }
      Optional<Limit> lower = question.limit(">").map(this::limit);
      Optional<Limit> upper = question.limit("<").map(this::limit);
      Long from = from(lower);
      long until =
          Math.min(complete(), upper.map(it -> buckets.start(it.millis)).orElse(Long.MAX_VALUE));
      if (from != null && from >= until) {
        throw new Unanswerable("no bucket of %s is complete there".formatted(rollup));
      }
      List<Part> parts = new ArrayList<>();
      if (from != null && !lower.map(it -> it.begins(from)).orElse(false)) {
        parts.add(ofRows(lower.map(Limit::cql).orElse(null), time.name() + " < ?", from));
      }
      parts.add(ofStates(selectors, from, until));
      if (!upper.map(it -> it.ends(until)).orElse(false)) {
        parts.add(ofRows(upper.map(Limit::cql).orElse(null), time.name() + " >= ?", until));
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
      Duration kept = rollup.definition().timeToLive();
      if (kept != null) {
        long alive = buckets.startFrom(Instant.now().minus(kept).plus(MARGIN).toEpochMilli());
        from = from == null ? alive : (Long) Math.max(from, alive);
      }
      return from;
    }

    private long complete() {
      OptionalLong complete =
          Watermarks.find(calls, Watermarks.Kind.ROLLUP, Optional.of(rollup.table()))
              .map(Watermarks::ofAll)
              .orElse(OptionalLong.empty());
      return complete.orElseThrow(() -> new Unanswerable(rollup + " is not complete yet"));
    }

    /** A limit of the time, whose value a node reads. */
    private Limit limit(Relation relation) {
      ByteBuffer value =
          calls
              .rows(
                  SimpleStatement.newInstance(
                      "SELECT (%s) %s FROM system.local"
                          .formatted(time.type().asCql(false, true), relation.cql())))
              .get(0)
              .getBytesUnsafe(0);
      if (value == null) {
        throw new Unanswerable("of the condition " + relation);
      }
      long millis = time.millis(value);
      boolean exact = time.bytes(millis).equals(value);
      return new Limit(relation, millis, exact);
    }

    private Part ofRows(String outer, String inner, long border) {
      String limits = outer == null ? inner : outer + " AND " + inner;
      return new Part(
          StatsQuery.of(
              "SELECT %s FROM %s WHERE %s AND %s%s"
                  .formatted(
                      String.join(", ", question.selection().selectors()),
                      Names.cql(question.table()),
                      question.partition(),
                      limits,
                      question.groupOfRows()),
              time.key(border)),
          false);
    }

    private Part ofStates(List<String> selectors, Long from, long until) {
      List<Object> values = new ArrayList<>();
      values.add(Instant.ofEpochMilli(until));
      if (from != null) {
        values.add(Instant.ofEpochMilli(from));
      }
      return new Part(
          StatsQuery.of(
              "SELECT %s FROM %s WHERE %s AND bucket < ?%s%s"
                  .formatted(
                      String.join(", ", selectors),
                      rollup,
                      question.partition(),
                      from == null ? "" : " AND bucket >= ?",
                      question.groupOfStates(rollup)),
              values.toArray()),
          true);
    }
  }

  /**
   * A limit of the time.
   *
   * @param millis in which it is
   * @param exact whether it is the beginning of these
   */
  private record Limit(Relation relation, long millis, boolean exact) {
    String cql() {
      return RollupQuestion.cql(relation);
    }

    /** The first time from which on all rows are within it. */
    long firstWhole() {
      return exact && relation.operator().equals(">=") ? millis : millis + 1;
    }

    /** Whether no row within it is before a border. */
    boolean begins(long border) {
      return exact && relation.operator().equals(">=") && millis == border;
    }

    /** Whether no row within it is at a border or later. */
    boolean ends(long border) {
      return exact && relation.operator().equals("<") && millis == border;
    }
  }
}
