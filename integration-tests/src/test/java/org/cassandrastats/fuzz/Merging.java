/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.cassandrastats.annotated.OrderedRows;

/**
 * Whether states merge: counts add up, the empty state changes nothing, refusals change nothing.
 */
final class Merging {
  private final Judge judge;
  private final Family family;
  private final Subject union;

  private final Subject count;

  Merging(Judge judge, Family family) {
    this.judge = judge;
    this.family = family;
    this.union = family.subject("union");
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
    ByteBuffer working = (ByteBuffer) judge.answer(union, startOfMerge(), other);
    ByteBuffer before = copy(working);
    Object[] arguments = {working, state};
    try {
      ByteBuffer merged = (ByteBuffer) union.call(arguments);
      boolean mayMerge = isState || (family.isWrittenAnew() && family.isIntact(state));
      if (!mayMerge || !judge.isValid(family, merged)) {
        throw new Finding("went wrong in place", union, new Object[] {before, state}, null);
      }
    } catch (IllegalArgumentException refused) {
      // Where two states do not fit together, the aggregation that merges them ends.
      if (!isState && !working.equals(before)) {
        throw new Finding(
            "refused, but changed its left state", union, new Object[] {before, state}, refused);
      }
    } catch (Finding finding) {
      throw finding;
    } catch (Throwable wrong) {
      throw new Finding("threw " + wrong, union, new Object[] {before, state}, wrong);
    }
  }

  private void sum(ByteBuffer left, ByteBuffer right) {
    Object merged = judge.judged(family, union, true, left, right);
    // States of different parameters, or a count beyond all counts, are refused.
    if (merged != null && count != null) {
      long shared = OrderedRows.shared(family.name(), left, right);
      long sum = (Long) count(left) + (Long) count(right) - shared;
      if (!count((ByteBuffer) merged).equals(sum)) {
        throw new Finding(
            "has the count " + count((ByteBuffer) merged), union, new Object[] {left, right}, null);
      }
    }
  }

  private ByteBuffer merged(ByteBuffer left, ByteBuffer right) {
    return (ByteBuffer) judge.answer(union, left, right);
  }

  /** Null where equal values count once, so that there is nothing to add up. */
  private Object count(ByteBuffer state) {
    return count == null ? null : judge.answer(count, state);
  }

  /** What a union goes on from in place; a merge of chunks gathers points instead. */
  private ByteBuffer startOfMerge() {
    return family.isWrittenAnew()
        ? empty()
        : ByteBuffer.wrap(union.function().aggregates().get(0).initial());
  }

  private static ByteBuffer empty() {
    return ByteBuffer.allocate(0);
  }

  private static ByteBuffer copy(ByteBuffer state) {
    return ByteBuffer.allocate(state.remaining()).put(state.duplicate()).flip();
  }
}
