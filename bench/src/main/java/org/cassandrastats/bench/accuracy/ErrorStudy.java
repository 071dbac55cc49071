/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.cassandrastats.bench.accuracy.Panel.LibraryErrors;
import org.cassandrastats.bench.accuracy.Panel.Point;
import org.cassandrastats.bench.digest.Library;
import org.cassandrastats.bench.measure.ExactPart;

/**
 * Measures rank errors of several libraries over the same columns, at equal state size.
 *
 * @param reference the library that sets the size of all states
 * @param k of the reference
 * @param valuesDone told the length of each column when it is done
 */
record ErrorStudy(Library<?> reference, List<Library<?>> others, int k, LongConsumer valuesDone) {
  static final List<Double> QUANTILES =
      List.of(0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999);

  /**
   * Measures all libraries over columns of one kind.
   *
   * @param parts how many digests to merge; 1 for a digest of the whole column
   * @param seeds how many columns; the seeds are 0, 1, 2, ...
   */
  Panel run(ColumnDistribution distribution, int n, int parts, int seeds) {
    List<Run<?>> runs = runs(distribution.sample(0, n), seeds);
    for (int seed = 0; seed < seeds; seed++) {
      double[] values = distribution.sample(seed, n);
      ExactPart exact = new ExactPart(values);
      for (Run<?> run : runs) {
        run.measure(values, parts, seed, exact);
      }
      valuesDone.accept(n);
    }
    return new Panel(distribution.name(), n, parts, seeds, runs.stream().map(Run::result).toList());
  }

  /** The reference first. */
  private List<Run<?>> runs(double[] values, int seeds) {
    Run<?> first = new Run<>(reference, k, values, seeds);
    List<Run<?>> runs = new ArrayList<>(List.of(first));
    for (Library<?> other : others) {
      runs.add(new Run<>(other, other.kOfSize(values, first.bytes), values, seeds));
    }
    return runs;
  }

  private static final class Run<D> {
    private final Library<D> library;
    private final int k;
    private final int bytes;
    private final double[][] errors;

    Run(Library<D> library, int k, double[] values, int seeds) {
      this.library = library;
      this.k = k;
      this.bytes = library.stored(values, k).length;
      this.errors = new double[QUANTILES.size()][seeds];
    }

    void measure(double[] values, int parts, int seed, ExactPart exact) {
      D stored =
          library
              .reader()
              .apply(
                  parts == 1 ? library.stored(values, k) : library.storedMerged(values, k, parts));
      for (int index = 0; index < errors.length; index++) {
        double quantile = QUANTILES.get(index);
        errors[index][seed] = exact.rankError(library.quantile().of(stored, quantile), quantile);
      }
    }

    LibraryErrors result() {
      List<Point> points = new ArrayList<>();
      for (int index = 0; index < errors.length; index++) {
        points.add(new Point(QUANTILES.get(index), errors[index]));
      }
      return new LibraryErrors(library.name(), k, bytes, points);
    }
  }
}
