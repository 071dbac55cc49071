/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;

/** The final states of parts of a group, and their sum. Of one thread. */
final class FinalStates {
  private static final byte[] NONE = {};

  private final MergeSteps steps;

  /** All of them where they have an order, in which Spark does not hand them over; else one. */
  private List<byte[]> kept = new ArrayList<>();

  /** The sum where there was more than one; else null. */
  private ByteBuffer sum;

  FinalStates(MergeSteps steps) {
    this.steps = steps;
  }

  /** Adds a state; the empty one changes nothing. */
  void add(byte[] state) throws Throwable {
    if (state.length == 0) {
      return;
    }
    if (steps.isOrdered() || isEmpty()) {
      kept.add(state);
      return;
    }
    if (sum == null) {
      sum = steps.add(steps.start(), kept.get(0));
      kept.clear();
    }
    sum = steps.add(sum, state);
  }

  boolean isEmpty() {
    return kept.isEmpty() && sum == null;
  }

  /** The states of which {@link #add} makes the same again. */
  List<byte[]> states() throws Throwable {
    return sum == null ? List.copyOf(kept) : List.of(steps.finish(sum));
  }

  /** The state of all; empty without any. */
  byte[] merged() throws Throwable {
    if (sum != null) {
      return steps.finish(sum);
    }
    if (kept.size() > 1) {
      kept = inOrder();
      ByteBuffer ordered = steps.start();
      for (byte[] state : kept) {
        ordered = steps.add(ordered, state);
      }
      return steps.finish(ordered);
    }
    return kept.isEmpty() ? NONE : kept.get(0);
  }

  private List<byte[]> inOrder() throws Throwable {
    List<Timed> timed = new ArrayList<>(kept.size());
    for (byte[] state : kept) {
      timed.add(new Timed(state, steps.firstTime(state)));
    }
    timed.sort(Comparator.comparing(one -> one.first));
    List<byte[]> ordered = new ArrayList<>(timed.size());
    timed.forEach(one -> ordered.add(one.state));
    return ordered;
  }

  private static final class Timed {
    final byte[] state;
    final Date first;

    Timed(byte[] state, Date first) {
      this.state = state;
      this.first = first;
    }
  }
}
