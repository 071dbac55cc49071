/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.cassandrastats.client.internal.range.Range.Part;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.split.RangeSource;

/**
 * Which part is read next: one that has to be repeated, as soon as its pause is over, or else a new
 * one. Only one thread at a time looks for a new one, because that may take requests.
 */
final class Schedule<K> {
  private static final long LONGEST_WAIT_MILLIS = 1000;

  /**
   * While so many parts wait to be repeated, no new one is begun: answers beyond the gap that a
   * part leaves cannot be merged with those below it, and take memory each.
   */
  static final int MOST_WAITING = 64;

  /** Narrower than this, parts cost more than the waiting that they save. */
  private static final double LEAST_PART_OF_WIDTH = 1.0 / 8;

  private final RangeSource<K> source;
  private final RequestSizer sizer;
  private final int workers;
  private final BooleanSupplier full;
  private final List<Waiting<K>> waiting = new ArrayList<>();
  private boolean planning;
  private boolean exhausted;
  private boolean stopped;
  private int inFlight;
  private double outstanding;
  private double handedOut;

  private record Waiting<K>(Part<K> part, long readyNanos) {}

  /**
   * A schedule.
   *
   * @param workers how many take parts at the same time; 1 or more
   * @param full whether answers beyond a gap take so much memory that the gap has to be read first
   */
  Schedule(RangeSource<K> source, RequestSizer sizer, int workers, BooleanSupplier full) {
    this.source = source;
    this.sizer = sizer;
    this.workers = workers;
    this.full = full;
  }

  /** Waits for a part that can be read; null if there is nothing more to do. */
  Part<K> take() throws InterruptedException {
    while (true) {
      synchronized (this) {
        Optional<Part<K>> ready = ready();
        if (ready.isPresent()) {
          return ready.get();
        }
        if (isOver()) {
          return null;
        }
        if (exhausted || planning || isHeldUp()) {
          wait(pauseMillis());
          continue;
        }
        planning = true;
        inFlight++;
      }
      Part<K> planned = plan();
      if (planned != null) {
        return planned;
      }
    }
  }

  private Part<K> plan() throws InterruptedException {
    Part<K> planned = null;
    boolean complete = false;
    try {
      planned = source.next(width());
      complete = true;
      return planned;
    } finally {
      synchronized (this) {
        planning = false;
        handedOut = complete ? source.handedOut() : handedOut;
        exhausted = complete && planned == null;
        inFlight -= planned == null ? 1 : 0;
        outstanding += planned == null ? 0 : planned.width();
        notifyAll();
      }
    }
  }

  /**
   * Parts become narrower towards the end, so that no worker is left alone with a wide one: guided
   * self-scheduling (Polychronopoulos and Kuck, 1987).
   */
  private double width() {
    double width = sizer.width();
    double share = (source.totalWidth() - source.handedOut()) / workers;
    return Math.min(width, Math.max(share, LEAST_PART_OF_WIDTH * width));
  }

  private Optional<Part<K>> ready() {
    if (stopped) {
      return Optional.empty();
    }
    long now = System.nanoTime();
    Optional<Waiting<K>> first =
        waiting.stream()
            .filter(entry -> entry.readyNanos() - now <= 0)
            .min(Comparator.comparing(entry -> entry.part().range().lower(), source.cuts()));
    first.ifPresent(
        entry -> {
          waiting.remove(entry);
          inFlight++;
        });
    return first.map(Waiting::part);
  }

  private boolean isHeldUp() {
    // Without a part in flight or waiting there is no gap to wait for.
    return waiting.size() >= MOST_WAITING
        || (full.getAsBoolean() && (inFlight > 0 || !waiting.isEmpty()));
  }

  private boolean isOver() {
    return stopped || (exhausted && inFlight == 0 && waiting.isEmpty());
  }

  private long pauseMillis() {
    long now = System.nanoTime();
    long nanos =
        waiting.stream().mapToLong(entry -> entry.readyNanos() - now).min().orElse(Long.MAX_VALUE);
    return Math.max(1, Math.min(LONGEST_WAIT_MILLIS, nanos / 1_000_000 + 1));
  }

  /** A part is read. */
  synchronized void finished(Part<K> part) {
    inFlight--;
    outstanding -= part.width();
    notifyAll();
  }

  /**
   * A part is to be read again, or in several parts, after a pause for nodes that have much to do.
   */
  synchronized void again(Part<K> part, List<Part<K>> instead) {
    replace(part, instead, true);
  }

  /**
   * A part is to be read in others that need no pause: it was too large whatever nodes have to do.
   */
  synchronized void atOnce(Part<K> part, List<Part<K>> instead) {
    replace(part, instead, false);
  }

  private void replace(Part<K> part, List<Part<K>> instead, boolean pausing) {
    inFlight--;
    outstanding -= part.width();
    long now = System.nanoTime();
    for (Part<K> one : instead) {
      outstanding += one.width();
      long pause = pausing ? Failures.pauseMillis(one) : 0;
      waiting.add(new Waiting<>(one, now + pause * 1_000_000));
    }
    notifyAll();
  }

  /** Nothing more is to be read. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** The part of all that is done, from 0 to 1. */
  synchronized double part() {
    double total = source.totalWidth();
    return total <= 0 ? 0 : Math.max(0, Math.min(1, (handedOut - outstanding) / total));
  }

  /**
   * How wide the next part is to be, so that its request takes the target time. The width follows
   * measured times: it grows in bounds, because denser rows may lie ahead, and shrinks at once.
   */
  static final class RequestSizer {
    /** Requests are to take a little less than the target, so that few take much more. */
    private static final double AIM = 0.7;

    private static final double LARGEST_STEP = 4;
    private static final double LEAST_TIME = 1e-6;

    /** A deadline of a server that is shorter than the target is kept away from, too. */
    private static final double PART_OF_DEADLINE = 0.5;

    /**
     * A request for so few rows is slow for other reasons than its width. Parts are to hold as
     * many, by the last that were read with the gaps between them: else those of a cluster that is
     * slower than the target would shrink without end.
     */
    private static final long FEW_ROWS = 100;

    private static final int RECENT = 16;
    private static final double STEP_OVER_GAPS = 2;

    /** Not every timeout tells of the deadline: it is tried again, little by little. */
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
}
