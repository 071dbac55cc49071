/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.DriverException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.rollup.internal.bucket.BucketSource;

/** Gives the states of buckets. */
interface BucketStates {
  /** Reads no rows: Cassandra refuses that where functions or permissions are missing. */
  void dryRun();

  /** The statement that is sent for each bucket. */
  String statement();

  /**
   * The states of a bucket by one statement.
   *
   * @throws DriverException if it fails
   */
  States atOnce(List<ByteBuffer> key, long start, long end);

  /**
   * The states of a bucket by as many requests as it takes.
   *
   * @throws org.cassandrastats.client.api.StatsException if that fails, too
   */
  States inParts(List<ByteBuffer> key, long start, long end);

  /** The statement up to WHERE that asks servers for the states of rows. */
  static String select(BucketSource source, List<StateColumn> columns) {
    // The rows of a rollup stand for others.
    String count =
        RollupTarget.definition(source.table()).isPresent()
            ? "sum(" + RollupTarget.ROWS + ")"
            : "count(*)";
    List<String> selectors = new ArrayList<>(List.of(count));
    columns.forEach(column -> selectors.add(column.aggregate()));
    return "SELECT %s FROM %s".formatted(String.join(", ", selectors), source.name());
  }

  /** What a statement says of a bucket: the columns of its series, its beginning and end. */
  static String whereBucket(BucketSource source) {
    String time = source.time().name();
    return " WHERE %s AND %s >= ? AND %s < ?".formatted(source.key().markers(), time, time);
  }

  /** The values of {@link #whereBucket}. */
  static List<ByteBuffer> values(BucketSource source, List<ByteBuffer> key, long start, long end) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.add(source.time().bytes(start));
    values.add(source.time().bytes(end));
    return values;
  }

  /**
   * What the rows of a bucket give.
   *
   * @param rows how many there are
   * @param states one for each column, null where no row has a value
   */
  record States(long rows, List<ByteBuffer> states) {
    /** Takes the empty blob, which functions give for a state without values, for null. */
    public States {
      List<ByteBuffer> copies = new ArrayList<>(states);
      copies.replaceAll(state -> state == null || !state.hasRemaining() ? null : state);
      states = Collections.unmodifiableList(copies);
    }
  }
}
