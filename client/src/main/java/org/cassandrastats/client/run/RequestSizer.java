/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.util.Arrays;

/**
 * How wide the next part is to be, so that its request takes the target time. The width follows
 * measured times: it grows in bounds, because denser rows may lie ahead, and shrinks at once.
 */
final class RequestSizer {
  /** Requests are to take a little less than the target, so that few take much more. */
  private static final double AIM = 0.7;

  private static final double LARGEST_STEP = 4;
  private static final double LEAST_TIME = 1e-6;

  /** A deadline of a server that is shorter than the target is kept away from, too. */
  private static final double PART_OF_DEADLINE = 0.5;

  /**
   * A request for so few rows is slow for other reasons than its width. Parts are to hold as many,
   * by the last that were read with the gaps between them: else those of a cluster that is slower
   * than the target would shrink for ever.
   */
  private static final long FEW_ROWS = 100;

  private static final int RECENT = 16;
  private static final double STEP_OVER_GAPS = 2;

  /** Not every time-out tells of the deadline: it is tried again, little by little. */
  private static final double RECOVERY = 1.01;

  private static final double LEAST_PART_OF_TARGET = 0.02;

  private final double targetSeconds;
  private final double[] recentWidths = new double[RECENT];
  private final long[] recentRows = new long[RECENT];
  private int successes;
  private double aimSeconds;
  private double width;

  RequestSizer(double targetSeconds, double firstWidth) {
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
    recentWidths[successes % RECENT] = partWidth;
    recentRows[successes % RECENT] = rows;
    successes = successes == Integer.MAX_VALUE ? 0 : successes + 1;
    aimSeconds = Math.min(AIM * targetSeconds, RECOVERY * aimSeconds);
    double next = fitting(partWidth, aimSeconds / Math.max(LEAST_TIME, seconds), rows);
    width = Math.min(LARGEST_STEP * width, Math.max(next, widthOfFewRows()));
  }

  /** A part that was planned before others were measured may be of another time. */
  private double fitting(double partWidth, double ratio, long rows) {
    if (ratio >= 1) {
      return Math.max(width, partWidth * Math.min(LARGEST_STEP, ratio));
    }
    if (rows == 0) {
      return Math.max(width, STEP_OVER_GAPS * partWidth);
    }
    return rows < FEW_ROWS ? width : Math.min(width, ratio * partWidth);
  }

  private double widthOfFewRows() {
    double widths = Arrays.stream(recentWidths).sum();
    long rows = Arrays.stream(recentRows).sum();
    return rows == 0 ? 0 : FEW_ROWS * widths / rows;
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
      double fitting = partWidth * Math.min(0.5, aimSeconds / time);
      width = Math.min(width, Math.max(fitting, widthOfFewRows()));
    }
  }
}
