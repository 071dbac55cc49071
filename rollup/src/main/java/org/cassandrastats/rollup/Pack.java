/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.udf.chunk.ChunkDigest;
import org.cassandrastats.udf.tdigest.TdigestState;

/**
 * A table of chunks for each bucket of time, and of what it is made. The table says so itself in
 * its comment: a run with another definition is refused.
 */
public final class Pack {
  private final Task task;
  private final List<String> columns;
  private final Duration lag;
  private final Duration late;
  private final boolean deleteRows;
  private final int digest;

  private Pack(Task task, Builder said) {
    this.task = task;
    this.columns = List.copyOf(said.columns);
    this.lag = said.lag();
    this.late = said.late;
    this.deleteRows = said.deleteRows;
    this.digest = said.digest;
  }

  /**
   * Nothing is said yet: expected are {@code from}, {@code time}, {@code bucket}, {@code column}
   * and {@code into}.
   */
  public static Builder builder() {
    return new Builder();
  }

  Task task() {
    return task;
  }

  List<String> columns() {
    return columns;
  }

  Duration lag() {
    return lag;
  }

  Duration late() {
    return late;
  }

  boolean deleteRows() {
    return deleteRows;
  }

  int digest() {
    return digest;
  }

  /** Says what a pack is, step by step. */
  public static final class Builder extends TaskBuilder<Builder> {
    private final List<String> columns = new ArrayList<>();
    private Duration late = Duration.ofDays(1);
    private boolean deleteRows;
    private int digest;

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * A column of doubles, floats, ints or bigints that is packed. Required once, and may be said
     * several times.
     */
    public Builder column(String name) {
      columns.add(name);
      return this;
    }

    /**
     * How far back a run looks for rows that came after their bucket was packed. Default: a day.
     *
     * @throws IllegalArgumentException if it is negative, or longer than 1000 years
     */
    public Builder late(Duration span) {
      late = span("late", span);
      return this;
    }

    /** Deletes the rows of each bucket that was read back and compared. Default: rows stay. */
    public Builder deleteRows() {
      deleteRows = true;
      return this;
    }

    /**
     * Makes each chunk carry a digest of its values, which {@code chunk_tdigest} with this or a
     * smaller k takes instead of decoding them. A bucket that is looked at and lacks them is
     * written again. Default: none.
     *
     * @param k accuracy and size, 10 to 200
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder digest(int k) {
      if (k < TdigestState.MINIMUM_K || k > ChunkDigest.MAXIMUM_K) {
        throw new IllegalArgumentException("expected a digest with a k from 10 to 200, found " + k);
      }
      digest = k;
      return this;
    }

    /**
     * The pack.
     *
     * @throws IllegalStateException if something required is missing
     */
    public Pack build() {
      required(columns.isEmpty() ? null : columns, "column");
      return new Pack(task(), this);
    }
  }
}
