/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import org.cassandrastats.client.StatsListener;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.function.Selection;

/**
 * What all the runs of a query share.
 *
 * @param selection what is asked of the servers
 * @param options how the query is run
 * @param slots of the nodes
 * @param tally of all requests
 * @param listener hears of finished ranges
 */
record RunContext(
    Selection selection,
    StatsOptions options,
    NodeSlots slots,
    RequestTally tally,
    StatsListener listener) {
  /** The same for a run inside another, whose progress is none of the whole. */
  RunContext nested() {
    return new RunContext(selection, options, slots, tally, progress -> {});
  }
}
