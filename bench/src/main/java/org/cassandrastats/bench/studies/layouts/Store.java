/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.Map;
import org.cassandrastats.bench.run.BatchWriter;

/** A table of one layout: how records are written into it, and how questions are answered. */
interface Store {
  /** Writes the records of a part. */
  void write(int part, BatchWriter writer);

  /** Reads every partition by its key, which is what fills a row cache. */
  void readPartitions();

  /** Reads all columns. */
  Checksum all();

  /** Reads the tone of all records. */
  Checksum one();

  /** Counts the tones. */
  long count();

  /** The tones of each country. */
  Map<String, LayoutSummary> grouped();

  /** The tones of the records with the event code to filter by. */
  LayoutSummary filtered();
}
