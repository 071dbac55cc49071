/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

/**
 * What a study varies.
 *
 * @param name as results and tables call it
 */
@SuppressWarnings("UnusedTypeParameter") // It says what Cell.get gives.
public record Dimension<T>(String name) {
  /** What answers the pack's functions. */
  public static final Dimension<String> LANE = new Dimension<>("lane");
}
