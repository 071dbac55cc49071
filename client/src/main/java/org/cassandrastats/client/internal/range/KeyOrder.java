/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import java.util.Comparator;

/**
 * The order in which Cassandra keeps keys of a type, and a measure of the distance between them.
 * Distances only say where to look; which key is before which is decided by comparison alone.
 */
public interface KeyOrder<K> extends Comparator<K> {
  /** How far a key is below another one: at least 0. */
  double distance(K low, K high);

  /**
   * A key about so far above another one.
   *
   * @return a key above {@code low}, or null if there is none so far above it
   */
  K advance(K low, double distance);

  /**
   * A key about halfway between two others.
   *
   * @return a key above {@code low} and not above {@code high}, or null if none is known
   */
  K middle(K low, K high);
}
