/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.cassandrastats.client.range.Part;
import org.cassandrastats.client.request.Failures;
import org.cassandrastats.client.split.RangeSource;

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

  /** A part is to be read again, or in several parts. */
  synchronized void again(Part<K> part, List<Part<K>> instead) {
    inFlight--;
    outstanding -= part.width();
    for (Part<K> one : instead) {
      outstanding += one.width();
      long pause = Failures.pauseMillis(one);
      waiting.add(new Waiting<>(one, System.nanoTime() + pause * 1_000_000));
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
}
