/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

/**
 * How wide the next part is to be, so that its request takes the target time. The width follows
 * measured times: it grows in bounds, because denser rows may lie ahead, and shrinks at once.
 */
final class Pace {
  /** Requests are to take a little less than the target, so that few take much more. */
  private static final double AIM = 0.7;

  private static final double LARGEST_STEP = 4;
  private static final double LEAST_TIME = 1e-6;

  /** A deadline of a server that is shorter than the target is kept away from, too. */
  private static final double PART_OF_DEADLINE = 0.5;

  /** A request for so few rows that is slow is not slow because of its width. */
  private static final long FEW_ROWS = 100;

  /** Not every time-out tells of the deadline: it is tried again, little by little. */
  private static final double RECOVERY = 1.01;

  private static final double LEAST_PART_OF_TARGET = 0.02;

  private final double targetSeconds;
  private double aimSeconds;
  private double width;

  Pace(double targetSeconds, double firstWidth) {
    this.targetSeconds = targetSeconds;
    this.aimSeconds = AIM * targetSeconds;
    this.width = firstWidth;
  }

  synchronized double width() {
    return width;
  }

  /**
   * A request has succeeded.
   *
   * @param partWidth of what it asked for
   * @param seconds that it took
   * @param rows that it was about
   */
  synchronized void succeeded(double partWidth, double seconds, long rows) {
    if (partWidth <= 0) {
      return;
    }
    aimSeconds = Math.min(AIM * targetSeconds, RECOVERY * aimSeconds);
    double ratio = aimSeconds / Math.max(LEAST_TIME, seconds);
    double fitting = partWidth * Math.min(LARGEST_STEP, ratio);
    // A part that was planned before others were measured may be of another time.
    width =
        ratio >= 1
            ? Math.max(width, Math.min(fitting, width * LARGEST_STEP))
            : Math.min(width, rows < FEW_ROWS ? width : fitting);
  }

  /**
   * A request was too much for a server.
   *
   * @param partWidth of what it asked for
   * @param seconds until it failed
   * @param deadline whether a deadline has ended it
   */
  synchronized void failed(double partWidth, double seconds, boolean deadline) {
    double time = Math.max(LEAST_TIME, seconds);
    if (deadline) {
      double below = Math.max(LEAST_PART_OF_TARGET * targetSeconds, PART_OF_DEADLINE * time);
      aimSeconds = Math.min(aimSeconds, below);
    }
    if (partWidth > 0) {
      width = Math.min(width, partWidth * Math.min(0.5, aimSeconds / time));
    }
  }
}
