/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Whether states merge: counts add up, the empty state changes nothing, refusals change nothing.
 */
final class Merging {
  private final Judge judge;
  private final Family family;
  private final Subject union;

  /** What changes its left state in place. */
  private final Subject append;

  private final Subject count;

  Merging(Judge judge, Family family) {
    this.judge = judge;
    this.family = family;
    this.union = family.subject("union");
    Subject own = family.subject("append");
    this.append = own == null ? union : own;
    this.count = family.subject("count");
  }

  /** Merges a valid state with another one. */
  void check(ByteBuffer state, ByteBuffer other) {
    sum(state, other);
    sum(other, state);
    sum(state, state);
    Object count = count(state);
    for (ByteBuffer merged : new ByteBuffer[] {merged(state, empty()), merged(empty(), state)}) {
      if (!Objects.equals(count(merged), count)) {
        throw new Finding(
            "of the empty state has another count", union, new Object[] {state}, null);
      }
    }
  }

  /** Merges any blob into a state that is changed in place, but not by an invalid state. */
  void intoWorking(ByteBuffer other, ByteBuffer state, boolean isState) {
    ByteBuffer working = (ByteBuffer) judge.answer(append, empty(), other);
    ByteBuffer before = copy(working);
    Object[] arguments = {working, state};
    try {
      ByteBuffer merged = (ByteBuffer) append.call(arguments);
      boolean mayMerge = isState || (family.isWrittenAnew() && family.isIntact(state));
      if (!mayMerge || !judge.isValid(family, merged)) {
        throw new Finding("went wrong in place", append, new Object[] {before, state}, null);
      }
    } catch (IllegalArgumentException refused) {
      // Where two states do not fit together, the aggregation that merges them ends.
      if (!isState && !working.equals(before)) {
        throw new Finding(
            "refused, but changed its left state", append, new Object[] {before, state}, refused);
      }
    } catch (Finding finding) {
      throw finding;
    } catch (Throwable wrong) {
      throw new Finding("threw " + wrong, append, new Object[] {before, state}, wrong);
    }
  }

  private void sum(ByteBuffer left, ByteBuffer right) {
    Object merged = judge.judged(family, union, true, left, right);
    // States of different parameters, or a count beyond all counts, are refused.
    if (merged != null) {
      long sum = (Long) count(left) + (Long) count(right);
      if (!count((ByteBuffer) merged).equals(sum)) {
        throw new Finding(
            "has the count " + count((ByteBuffer) merged), union, new Object[] {left, right}, null);
      }
    }
  }

  private ByteBuffer merged(ByteBuffer left, ByteBuffer right) {
    return (ByteBuffer) judge.answer(union, left, right);
  }

  private Object count(ByteBuffer state) {
    return judge.answer(count, state);
  }

  private static ByteBuffer empty() {
    return ByteBuffer.allocate(0);
  }

  private static ByteBuffer copy(ByteBuffer state) {
    return ByteBuffer.allocate(state.remaining()).put(state.duplicate()).flip();
  }
}
