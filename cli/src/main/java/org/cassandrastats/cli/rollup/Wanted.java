/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import java.util.List;
import org.cassandrastats.cli.buckets.BucketTask;

/**
 * What a command line asks for.
 *
 * @param task from where to where
 * @param states aggregates that give states
 * @param functionsKeyspace the keyspace of the pack, without quotes
 */
record Wanted(BucketTask task, List<String> states, String functionsKeyspace) {
  Wanted {
    states = List.copyOf(states);
  }
}
