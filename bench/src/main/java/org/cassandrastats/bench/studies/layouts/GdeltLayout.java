/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.List;

/**
 * What the earlier study found of a layout: <i>cassandra-gdelt</i> (E. Chan), its README of May
 * 2015, with 4,037,539 records of 20 columns in Cassandra 2.0.9. Its later editions say other
 * numbers of other runs; those of one edition stand together here.
 *
 * @param megabytes on disk
 * @param written records a second
 * @param all records a second, reading all columns
 * @param one records a second, reading one column
 */
record GdeltLayout(RecordLayout layout, double megabytes, double written, double all, double one) {
  /** From the least dense to the densest. */
  static final List<GdeltLayout> ALL =
      List.of(
          new GdeltLayout(RecordLayout.PARTITION_PER_RECORD, 900, 10_429, 19_889, 24_770),
          new GdeltLayout(RecordLayout.WIDE, 576, 4_558, 7_700, 8_173),
          new GdeltLayout(RecordLayout.CHUNKS_RAW, 166, 71_886, 640_000, 6_430_000),
          new GdeltLayout(RecordLayout.CHUNKS_DICTIONARY, 57, 86_376, 1_090_000, 6_430_000));

  private static final double RECORDS = 4_037_539;

  /** Bytes of a record on disk. */
  double bytes() {
    return megabytes * LayoutsComparison.MEGABYTE / RECORDS;
  }

  /** Records in a megabyte on disk. */
  double density() {
    return RECORDS / megabytes;
  }
}
