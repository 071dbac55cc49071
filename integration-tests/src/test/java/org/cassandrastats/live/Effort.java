/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

/**
 * How much is drawn at random: {@code -Dtests.effort=N} draws N times as much as every build does,
 * the profile {@code extended} four times as much.
 */
public final class Effort {
  private static final int TIMES = Integer.getInteger("tests.effort", 1);

  private Effort() {}

  /** A number of states, calls or statements. */
  public static int times(int each) {
    return Math.multiplyExact(TIMES, each);
  }
}
