/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.cassandrastats.rollup.internal.bucket.FollowMode;

/**
 * Keeps a rollup up to date: a run whenever a bucket becomes complete, and in between for rows that
 * came late. Several may follow one rollup, in as many processes: what the later one has read
 * stays.
 */
public final class Follower implements AutoCloseable {
  private final FollowMode following;
  private final Function<RunListener, Consumer<BooleanSupplier>> runs;

  Follower(FollowMode following, Function<RunListener, Consumer<BooleanSupplier>> runs) {
    this.following = following;
    this.runs = runs;
  }

  /**
   * Runs again and again until this is closed; not at all where it was closed before. May be called
   * once.
   *
   * @throws IllegalStateException if it was called before
   * @throws org.cassandrastats.client.api.StatsException if a run cannot go on. What it has done
   *     stays done; where the reason is {@code UNAVAILABLE}, another follower may go on later
   */
  public void run(RunListener listener) {
    Objects.requireNonNull(listener, "listener");
    following.go(() -> runs.apply(listener), listener::stopped);
  }

  /**
   * Ends the runs, and waits for the last one, for 25 seconds at most. May be called at any time;
   * where a listener calls it, the run ends after it returns.
   */
  @Override
  public void close() {
    following.close();
  }
}
