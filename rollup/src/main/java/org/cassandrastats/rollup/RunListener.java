/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup;

import java.time.Instant;
import org.cassandrastats.client.api.StatsOptions.Lane;

/** Hears how far runs have come. Its methods have to return at once. */
public interface RunListener {
  /** Hears nothing. */
  RunListener NONE = new RunListener() {};

  /**
   * Called once for a rollup, before anything is read.
   *
   * @param lane where states are computed: on the servers or by the client
   */
  default void began(Lane lane) {}

  /**
   * Something more is done; called by one thread at a time.
   *
   * @param part which part of the run, from 0 to 1
   * @param buckets how many are done
   * @param rows how many they hold
   */
  default void reached(double part, long buckets, long rows) {}

  /**
   * A bucket of a rollup is written; called by any thread.
   *
   * @param start where it begins
   * @param rows that its states stand for
   * @param isChanged whether it was there, with other rows
   */
  default void written(Instant start, long rows, boolean isChanged) {}

  /** A run of a {@link Follower} is over, and another one follows. */
  default void ended(RunReport report) {}

  /** A {@link Follower} was closed, and its last run is over. */
  default void stopped() {}
}
