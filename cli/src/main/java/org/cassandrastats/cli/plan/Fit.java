/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

/** How a time is to a deadline. */
public enum Fit {
  /** It stays under half of it, and even its upper limit under all of it. */
  WITHIN("within it"),
  /** It may be over. */
  MAY_EXCEED("may exceed it"),
  /** It is over. */
  EXCEEDS("exceeds it");

  /**
   * A query that takes less than this part of its deadline is expected not to exceed it on a busy
   * day.
   */
  static final double SAFE_PART = 0.5;

  private final String label;

  Fit(String label) {
    this.label = label;
  }

  static Fit of(Bounds time, double deadline) {
    if (time.likely() > deadline) {
      return EXCEEDS;
    }
    return time.likely() <= SAFE_PART * deadline && time.high() <= deadline ? WITHIN : MAY_EXCEED;
  }

  @Override
  public String toString() {
    return label;
  }
}
