/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a command line asks for.
 *
 * @param from the table of rows
 * @param time the column of their time, in CQL
 * @param unit what a bigint time counts, or null
 * @param bucket the width of buckets
 * @param states aggregates that give states
 * @param functionsKeyspace the keyspace of the pack, without quotes
 * @param into the table of states
 * @param typed whether its columns are to be of the server jar's types
 * @param since when rows are wanted from; null for the first one, or for what the table says
 */
record Wanted(
    TableName from,
    String time,
    CountedUnit unit,
    Duration bucket,
    List<String> states,
    String functionsKeyspace,
    TableName into,
    boolean typed,
    Instant since) {
  Wanted {
    states = List.copyOf(states);
  }
}
