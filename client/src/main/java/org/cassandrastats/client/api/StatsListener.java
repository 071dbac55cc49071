/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import org.cassandrastats.client.api.StatsOptions.Lane;

/** Hears how far a run has come. */
@FunctionalInterface
public interface StatsListener {
  /**
   * Called once, before anything is read.
   *
   * @param lane where the answers of ranges are computed: on the servers or by the client
   */
  default void began(Lane lane) {}

  /** Called after each range that is finished, by one thread at a time; has to return at once. */
  void reached(StatsProgress progress);
}
