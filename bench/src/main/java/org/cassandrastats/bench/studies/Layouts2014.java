/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/**
 * What earlier studies of layouts found: 4.04 million records of GDELT with 20 columns on Cassandra
 * 2.0, and 57 columns on 2.1.
 */
final class Layouts2014 {
  static final double RECORDS = 4.04e6;

  /** Megabytes of columnar blobs with dictionaries. */
  static final double CHUNK_MEGABYTES = 57;

  /** Megabytes of the smallest and the largest row layout. */
  static final double LEAST_ROW_MEGABYTES = 576;

  static final double MOST_ROW_MEGABYTES = 900;

  /** Records a second when one column of columnar blobs is read. */
  static final double CHUNK_SPEED = 6.43e6;

  /** Records a second of the slowest and the fastest row layout. */
  static final double LEAST_ROW_SPEED = 8000;

  static final double MOST_ROW_SPEED = 25_000;

  private Layouts2014() {}

  static double bytesPerRecord(double megabytes) {
    return megabytes * 1e6 / RECORDS;
  }

  static double density(double megabytes) {
    return RECORDS / megabytes;
  }
}
