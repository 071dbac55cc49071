/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

/** An aggregate that may take the values of many rows at once. */
public interface BitAggregate {
  /** Whether it does so where an argument is a column, and all others are the same for each row. */
  boolean takesAll(int index);

  /**
   * Takes the rows of some values, as if one after the other.
   *
   * @param arguments of which those behind the first one are set
   * @param bits of values of the first one that are not null, each as an unsigned number
   * @param size how many there are
   */
  void addAll(BitArguments arguments, long[] bits, int size);
}
