/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Duration;
import java.time.Instant;

/**
 * From where to where, and how time is cut: what a command line asks for.
 *
 * @param from the table of rows
 * @param time the column of their time, in CQL
 * @param unit what a bigint time counts, or null
 * @param bucket the width of buckets
 * @param into the table with a row for each bucket, or several
 * @param typed whether its columns are to be of the server jar's types
 * @param since when rows are wanted from; null for the first one, or for what the table says
 */
public record BucketTask(
    TableName from,
    String time,
    CountedUnit unit,
    Duration bucket,
    TableName into,
    boolean typed,
    Instant since) {}
