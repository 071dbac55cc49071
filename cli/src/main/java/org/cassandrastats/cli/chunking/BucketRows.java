/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.util.List;

/**
 * The rows of a bucket.
 *
 * @param count of those that have a value in one of the columns
 * @param columns the points of each column
 * @param written when the values of each column were written; no column where that was not asked
 */
record BucketRows(int count, List<Points> columns, List<Points> written) {
  BucketRows {
    columns = List.copyOf(columns);
    written = List.copyOf(written);
  }
}
