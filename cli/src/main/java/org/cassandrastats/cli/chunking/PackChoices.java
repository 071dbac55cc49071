/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.time.Duration;
import org.cassandrastats.cli.buckets.Buckets;

/**
 * How a table is packed.
 *
 * @param late how far back a run looks for rows that came after their bucket was packed
 * @param deleteRows whether rows are deleted when they are packed and compared
 * @param inFlight how many buckets are worked on at the same time
 * @param functionsKeyspace the keyspace of the pack of functions, without quotes
 */
record PackChoices(Duration late, boolean deleteRows, int inFlight, String functionsKeyspace) {
  /** How many milliseconds of whole buckets are looked at again. */
  long back(Buckets buckets) {
    return buckets.startFrom(late.toMillis());
  }
}
