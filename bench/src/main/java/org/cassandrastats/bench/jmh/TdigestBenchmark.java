/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.cassandrastats.bench.digest.Library;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What t-digests of three libraries cost, at equal size: the k of the others is the smallest that
 * gives states at least as large as this project's.
 */
public class TdigestBenchmark extends StateBenchmark {
  private static final int STORED_VALUES = 100_000;
  private static final int SHORT_COLUMN = 1000;

  /** So many that equal values are far apart. */
  private static final int ROWS = 1 << 20;

  @Param("200")
  public int k;

  @Param({"cassandra-stats", "datasketches", "tdunning"})
  public String library;

  private Library<Object> digests;
  private int equalK;
  private double[] rows;
  private byte[] stored;
  private Object digest;
  private Object merged;
  private int row;

  @Setup
  @SuppressWarnings("unchecked") // Only digests of one library come together.
  public void choose() {
    rows = new SplittableRandom(20261121).doubles(ROWS).toArray();
    double[] column = Arrays.copyOf(rows, STORED_VALUES);
    digests =
        Stream.concat(Stream.of(Library.ours()), Library.others().stream())
            .filter(candidate -> candidate.name().equals(library))
            .map(candidate -> (Library<Object>) candidate)
            .findFirst()
            .orElseThrow();
    equalK =
        library.equals(Library.ours().name())
            ? k
            : digests.kOfSize(column, Library.ours().stored(column, k).length);
    stored = digests.stored(column, equalK);
  }

  /** Each iteration starts from no values, so that all add equally many. */
  @Setup(Level.Iteration)
  public void start() {
    digest = digests.maker().apply(equalK);
    merged = digests.maker().apply(equalK);
    row = 0;
  }

  /** Compression included: it happens once in many rows. */
  @Benchmark
  public void addUniform() {
    row = (row + 1) & (ROWS - 1);
    digest = digests.adder().add(digest, rows[row], equalK);
  }

  @Benchmark
  public void addSorted() {
    row++;
    digest = digests.adder().add(digest, row, equalK);
  }

  private Object read() {
    return digests.reader().apply(stored);
  }

  /** A stored digest into one in memory. */
  @Benchmark
  public Object merge() {
    merged = digests.merger().apply(merged, read());
    return merged;
  }

  /** Two stored digests to a stored digest. */
  @Benchmark
  public byte[] mergeStored() {
    return digests.writer().apply(digests.merger().apply(read(), read()));
  }

  @Benchmark
  public double quantileOfStored() {
    return digests.quantile().of(read(), 0.99);
  }

  /** From the first row to a stored digest, as in a query of a small group. */
  @Benchmark
  public byte[] storeThousandRows() {
    return digests.writer().apply(digests.of(rows, 0, SHORT_COLUMN, equalK));
  }
}
