/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

/** Hears how far a run has come. */
@FunctionalInterface
public interface StatsListener {
  /** Called after each range that is finished, by one thread at a time; has to return at once. */
  void reached(StatsProgress progress);
}
