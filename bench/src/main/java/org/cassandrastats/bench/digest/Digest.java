/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.digest;

/**
 * A t-digest of one library, so that studies and benchmarks ask all libraries the same.
 *
 * @param <D> the class itself: only digests of one library are merged
 */
public interface Digest<D extends Digest<D>> {
  void add(double value);

  /** Adds what the other holds, which stays as it is. */
  void merge(D other);

  /** The value below which the given part of all values is. */
  double quantile(double quantile);

  /** The part of all values that is at most the given value. */
  double rank(double value);

  /** The state as the library stores it, at full precision. */
  byte[] toBytes();
}
