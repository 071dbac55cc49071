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

  private Operations<?> operations;

  @Setup
  public void choose() {
    double[] rows = new SplittableRandom(20261121).doubles(ROWS).toArray();
    double[] column = Arrays.copyOf(rows, STORED_VALUES);
    int bytes = Library.ours().stored(column, k).length;
    Library<?> chosen =
        Stream.concat(Stream.of(Library.ours()), Library.others().stream())
            .filter(candidate -> candidate.name().equals(library))
            .findFirst()
            .orElseThrow();
    int chosenK = library.equals(Library.ours().name()) ? k : chosen.kOfSize(column, bytes);
    operations = new Operations<>(chosen, chosenK, rows, column);
  }

  /** Each iteration starts from no values, so that all add equally many. */
  @Setup(Level.Iteration)
  public void start() {
    operations.start();
  }

  /** Compression included: it happens once in many rows. */
  @Benchmark
  public void addUniform() {
    operations.add();
  }

  @Benchmark
  public void addSorted() {
    operations.addSorted();
  }

  /** A stored digest into one in memory. */
  @Benchmark
  public Object merge() {
    return operations.merge();
  }

  /** Two stored digests to a stored digest. */
  @Benchmark
  public byte[] mergeStored() {
    return operations.mergeStored();
  }

  @Benchmark
  public double quantileOfStored() {
    return operations.quantileOfStored();
  }

  /** From the first row to a stored digest, as in a query of a small group. */
  @Benchmark
  public byte[] storeThousandRows() {
    return operations.store(SHORT_COLUMN);
  }

  /** With the type of the digests, which JMH's generated code cannot know. */
  private static final class Operations<D> {
    private final Library<D> library;
    private final int k;
    private final double[] rows;
    private final byte[] stored;
    private D digest;
    private D merged;
    private int row;

    Operations(Library<D> library, int k, double[] rows, double[] column) {
      this.library = library;
      this.k = k;
      this.rows = rows;
      this.stored = library.stored(column, k);
    }

    void start() {
      digest = library.maker().apply(k);
      merged = library.maker().apply(k);
      row = 0;
    }

    void add() {
      row = (row + 1) & (ROWS - 1);
      digest = library.adder().add(digest, rows[row], k);
    }

    void addSorted() {
      row++;
      digest = library.adder().add(digest, row, k);
    }

    private D read() {
      return library.reader().apply(stored);
    }

    D merge() {
      merged = library.merger().apply(merged, read());
      return merged;
    }

    byte[] mergeStored() {
      return library.writer().apply(library.merger().apply(read(), read()));
    }

    double quantileOfStored() {
      return library.quantile().of(read(), 0.99);
    }

    byte[] store(int count) {
      return library.writer().apply(library.of(rows, 0, count, k));
    }
  }
}
