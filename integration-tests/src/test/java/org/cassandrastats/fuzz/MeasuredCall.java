/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Calls functions and holds every call to what is allowed: an answer or an {@link
 * IllegalArgumentException}, in a bounded time and with bounded memory.
 */
final class MeasuredCall {
  static final long MOST_NANOSECONDS = TimeUnit.MILLISECONDS.toNanos(50);

  /**
   * Memory that a call may take whatever the size of its states: messages, charts of 52 lines of
   * 1000 characters, and the exact sum of moments, which has up to 2000 bits and is made of several
   * numbers.
   */
  static final long BYTES = 256 * 1024;

  /**
   * Memory that a call may take besides for each byte of its states: copies, sorts, boxes, and a
   * bar of 120 characters for each bin of 8 bytes.
   */
  static final long BYTES_PER_BYTE = 256;

  /**
   * Memory that a call may take besides that refuses a histogram or ddsketch: a message and a trace
   * of the stack. It is less than all counts of which a forged header may tell.
   */
  static final long BYTES_OF_REFUSAL = 16 * 1024;

  /** Memory that such a call may take besides for each byte of its states. */
  private static final long BYTES_PER_BYTE_OF_REFUSAL = 64;

  /**
   * Memory that a call may take besides for a chunk: it may have 8192 points however few bytes it
   * has, and an encoder holds a dozen numbers for each, twice for a union.
   */
  static final long BYTES_OF_POINTS = 2 * 8192 * 12 * 8;

  private static final Pattern COUNTS = Pattern.compile("^(histogram|ddsketch)_");

  /** The machine may stand still in one call, but hardly in all of these. */
  private static final int REPETITIONS = 5;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long calls;
  private long refusals;
  private long slowest;
  private double mostBytesPerAllowed;

  /**
   * What came of a call.
   *
   * @param answer null also where it was refused
   * @param refusal null where it was answered
   */
  record Outcome(Object answer, IllegalArgumentException refusal) {}

  /** Calls a function that changes none of its arguments. */
  Outcome of(Subject subject, Object... arguments) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    Outcome outcome = outcome(subject, arguments);
    long nanoseconds = System.nanoTime() - start;
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    long allowed = allowed(subject, outcome, arguments);
    for (int repetition = 1;
        repetition < REPETITIONS && (nanoseconds > MOST_NANOSECONDS || bytes > allowed);
        repetition++) {
      before = THREADS.getCurrentThreadAllocatedBytes();
      start = System.nanoTime();
      outcome(subject, arguments);
      nanoseconds = Math.min(nanoseconds, System.nanoTime() - start);
      bytes = Math.min(bytes, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    calls++;
    refusals += outcome.refusal == null ? 0 : 1;
    slowest = Math.max(slowest, nanoseconds);
    mostBytesPerAllowed = Math.max(mostBytesPerAllowed, (double) bytes / allowed);
    if (nanoseconds > MOST_NANOSECONDS) {
      throw new Finding("took " + nanoseconds / 1_000_000 + " ms", subject, arguments, null);
    }
    if (bytes > allowed) {
      throw new Finding(
          "allocated more than " + allowed + " bytes: " + bytes, subject, arguments, null);
    }
    return outcome;
  }

  private static Outcome outcome(Subject subject, Object[] arguments) {
    try {
      return new Outcome(subject.call(arguments), null);
    } catch (IllegalArgumentException refusal) {
      return new Outcome(null, refusal);
    } catch (Throwable wrong) {
      throw new Finding("threw " + wrong, subject, arguments, wrong);
    }
  }

  private static long allowed(Subject subject, Outcome outcome, Object[] arguments) {
    boolean isForgedCounts =
        outcome.refusal != null
            && outcome.refusal.getMessage() != null
            && outcome.refusal.getMessage().startsWith("not a ")
            && subject.blobs().size() == 1
            && COUNTS.matcher(subject.name()).find();
    long bytes = isForgedCounts ? BYTES_OF_REFUSAL : BYTES;
    bytes += subject.name().contains("chunk") ? BYTES_OF_POINTS : 0;
    long perByte = isForgedCounts ? BYTES_PER_BYTE_OF_REFUSAL : BYTES_PER_BYTE;
    if (!isForgedCounts && subject.name().equals("histogram_text")) {
      // A bar for each bin, which takes a byte where it is packed, and not eight.
      perByte *= Long.BYTES;
    }
    for (Object argument : arguments) {
      if (argument instanceof ByteBuffer state) {
        bytes += perByte * state.remaining();
      }
    }
    return bytes;
  }

  @Override
  public String toString() {
    return "%,d calls, %,d of them refused; slowest %.2f ms; most memory %.0f %% of what is allowed"
        .formatted(calls, refusals, slowest / 1e6, 100 * mostBytesPerAllowed);
  }
}
