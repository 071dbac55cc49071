/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Optional;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;

/** What is asked of the same points as rows and as chunks. */
enum ChunkQuestion {
  ROWS_AVG("rows", "avg", MeasuredAggregate.AVG, MeasuredAggregate.AVG.selector("")),
  ROWS_MEAN("rows", "mean", MeasuredAggregate.MEAN, "%1$s.mean(value)"),
  ROWS_TDIGEST("rows", "t-digest", MeasuredAggregate.TDIGEST, "%1$s.tdigest(value)"),
  CHUNKS_MOMENTS(
      "chunks",
      "mean",
      MeasuredAggregate.MEAN,
      "%1$s.moments_mean(%1$s.moments_merge(%1$s.chunk_moments(points)))"),
  CHUNKS_TDIGEST(
      "chunks",
      "t-digest",
      MeasuredAggregate.TDIGEST,
      "%1$s.tdigest_merge(%1$s.chunk_tdigest(points, 100))");

  private final String stored;
  private final String asked;
  private final MeasuredAggregate result;
  private final String selector;

  ChunkQuestion(String stored, String asked, MeasuredAggregate result, String selector) {
    this.stored = stored;
    this.asked = asked;
    this.result = result;
    this.selector = selector;
  }

  /** How the points are stored: rows or chunks. */
  String stored() {
    return stored;
  }

  boolean isOfChunks() {
    return stored.equals("chunks");
  }

  String asked() {
    return asked;
  }

  /** The call in CQL. */
  String selector(String functions) {
    return selector.formatted(functions);
  }

  /** What is wrong with an answer, if anything is. */
  Optional<String> check(Row row, ExactPart exact) {
    return result.check(row, exact);
  }

  @Override
  public String toString() {
    return asked + " of " + stored;
  }
}
