/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.pack;

import java.util.List;

/**
 * The rows of a bucket.
 *
 * @param count of those that have a value in one of the columns
 * @param columns the points of each column
 * @param written the latest write time of each row's values, where these were asked for
 */
record BucketRows(int count, List<Points> columns, Points written) {
  BucketRows {
    columns = List.copyOf(columns);
  }
}
