/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.text.TimeTexts;
import org.cassandrastats.rollup.internal.bucket.FollowMode;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.state.RollupRun;
import org.cassandrastats.rollup.internal.state.RollupSteps;

/**
 * A table of states for each bucket of time, and of what it is made. The table says so itself in
 * its comment: a run with another definition is refused.
 */
public final class Rollup {
  private final Task task;
  private final List<String> states;
  private final Duration lag;
  private final Duration late;

  private Rollup(Task task, List<String> states, Duration lag, Duration late) {
    this.task = task;
    this.states = List.copyOf(states);
    this.lag = lag;
    this.late = late;
  }

  /**
   * Nothing is said yet: expected are {@code from}, {@code time}, {@code bucket}, {@code state} and
   * {@code into}.
   */
  public static Builder builder() {
    return new Builder();
  }

  RollupRun run(StatsOptions options, RunRange range, boolean isDry, int inFlight) {
    return new RollupRun(
        task, states, new RollupSteps.Choices(options, late), range.withLag(lag), isDry, inFlight);
  }

  FollowMode following(Duration every) {
    return new FollowMode(task.buckets(), lag, every);
  }

  /** Says what a rollup is, step by step. */
  public static final class Builder extends TaskBuilder<Builder> {
    /** Cassandra's own limit. */
    private static final Duration LONGEST = Duration.ofDays(20 * 365L);

    private final List<String> states = new ArrayList<>();
    private Duration late = Duration.ZERO;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * A state that each bucket holds: an aggregate that gives one, such as {@code tdigest(value)}
     * or {@code histogram(value, 0, 100, 20) AS spread}. Required once, and may be said several
     * times.
     */
    public Builder state(String aggregate) {
      states.add(Objects.requireNonNull(aggregate, "aggregate"));
      return this;
    }

    /**
     * How far back a run computes buckets again, for rows that came after them. Default: zero,
     * none.
     *
     * @throws IllegalArgumentException if it is negative, or longer than 1000 years
     */
    public Builder late(Duration span) {
      late = span("late", span);
      return this;
    }

    /**
     * How long states are kept, from the end of their bucket on. Default: no limit, or as the table
     * says that is there.
     */
    public Builder timeToLive(Duration span) {
      keep(span);
      return this;
    }

    /**
     * The column of the partition key that cuts each series by time in UTC, and how wide its
     * partitions are, such as {@code day=1d}. Known where the rows are a rollup that was made with
     * it.
     */
    public Builder partitions(String columnAndWidth) {
      cut(columnAndWidth);
      return this;
    }

    /**
     * How wide the partitions of the rollup are, such as {@code 1y}, by the days of the time zone
     * of its buckets, which are said before. Default: as wide as those of the rows.
     */
    public Builder intoPartitions(String width) {
      cutInto(width);
      return this;
    }

    /**
     * Columns of the primary key before the time, which the rollup has not: a bucket is then that
     * of all series that differ in them only. Default: none.
     */
    public Builder dropColumns(String... names) {
      drop(List.of(names));
      return this;
    }

    /**
     * The rollup.
     *
     * @throws IllegalStateException if something required is missing
     * @throws IllegalArgumentException if states would be over before they are complete, or are to
     *     live for more than 20 years
     * @throws org.cassandrastats.client.api.StatsException if buckets are no parts of partitions
     */
    public Rollup build() {
      required(states.isEmpty() ? null : states, "state");
      Duration ttl = timeToLive();
      if (ttl != null && (ttl.compareTo(lag()) <= 0 || ttl.compareTo(LONGEST) > 0)) {
        throw new IllegalArgumentException(
            "--ttl is %s: expected more than the --lag of %s, and at most %s"
                .formatted(
                    TimeTexts.format(ttl), TimeTexts.format(lag()), TimeTexts.format(LONGEST)));
      }
      return new Rollup(task(), states, lag(), late);
    }
  }
}
