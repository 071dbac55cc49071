/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.studies;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Optional;
import org.cassandrastats.tools.bench.run.Aggregate;
import org.cassandrastats.tools.bench.run.ExactPart;

/** What is asked of the same points as rows and as chunks. */
enum ChunkQuestion {
  ROWS_AVG("rows", "avg", Aggregate.AVG, Aggregate.AVG.selector("")),
  ROWS_MEAN("rows", "mean", Aggregate.MEAN, "%1$s.mean(value)"),
  ROWS_TDIGEST("rows", "t-digest", Aggregate.TDIGEST, "%1$s.tdigest(value)"),
  CHUNKS_MOMENTS(
      "chunks",
      "mean",
      Aggregate.MEAN,
      "%1$s.moments_mean(%1$s.moments_merge(%1$s.chunk_moments(points)))"),
  CHUNKS_TDIGEST(
      "chunks",
      "t-digest",
      Aggregate.TDIGEST,
      "%1$s.tdigest_merge(%1$s.chunk_tdigest(points, 100))");

  private final String stored;
  private final String asked;
  private final Aggregate result;
  private final String selector;

  ChunkQuestion(String stored, String asked, Aggregate result, String selector) {
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
