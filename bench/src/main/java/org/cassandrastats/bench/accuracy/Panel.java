/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.Comparator;
import java.util.List;

/**
 * The errors of several libraries over the same columns.
 *
 * @param distribution its name
 * @param n values in a column
 * @param parts how many digests were merged; 1 is a digest of the whole column
 * @param seeds how many columns
 * @param libraries the reference first
 */
record Panel(String distribution, int n, int parts, int seeds, List<LibraryErrors> libraries) {
  LibraryErrors reference() {
    return libraries.get(0);
  }

  /** The point of the best other library at the quantile of the given index. */
  Point bestOther(int index) {
    return libraries.subList(1, libraries.size()).stream()
        .map(library -> library.points().get(index))
        .min(Comparator.comparingDouble(Point::rms))
        .orElseThrow();
  }
}
