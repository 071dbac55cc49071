/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.digest;

/** Finds the k at which a library's state is as large as another's. */
public final class EqualSize {
  private static final int SMALLEST = 10;
  private static final int LARGEST = 4096;

  private EqualSize() {}

  /**
   * The smallest k whose state of the given values is not below the given size. States of few
   * values do not grow with k beyond some point: then the smallest that gives the largest state.
   */
  public static int k(Library<?> library, double[] values, int bytes) {
    int wanted = Math.min(bytes, size(library, values, LARGEST));
    int low = SMALLEST;
    int high = LARGEST;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (size(library, values, middle) >= wanted) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  }

  private static int size(Library<?> library, double[] values, int k) {
    return library.of(values, k).toBytes().length;
  }
}
