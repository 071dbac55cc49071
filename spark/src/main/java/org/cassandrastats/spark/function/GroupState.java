/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The rows of a group so far: a state between rows, and final states of other parts of the group.
 *
 * <p>Spark sends it, and writes it to disk, as bytes: a class of a jar that came by {@code
 * spark.jars} is not found where a state is read. {@code byte[]} is one state, {@code byte[][]} are
 * several in no order, {@code Object[]} is one behind which there is what it is asked.
 */
final class GroupState implements Serializable {
  private static final long serialVersionUID = 1;

  private final transient String name;
  private final transient RowSteps rows;
  private final transient MergeSteps merges;
  private final transient FinalStates parts;
  private final transient boolean collects;
  private transient ByteBuffer state;
  private transient boolean hasRows;
  private transient Object[] question;

  /**
   * A group without rows.
   *
   * @param name of the aggregate, for messages
   * @param merges null where parts do not merge
   */
  GroupState(String name, RowSteps rows, MergeSteps merges) {
    this.name = name;
    this.rows = rows;
    this.merges = merges;
    this.parts = new FinalStates(merges);
    // What merges ordered states gets them in the order of Spark.
    this.collects = merges != null && merges.isOrdered() && merges.isOf(rows.accumulate());
    this.state = rows.start();
  }

  /** Adds a row that has no nulls. */
  void addRow(InternalRow row) throws Throwable {
    if (collects) {
      parts.add(row.getBinary(0));
      return;
    }
    state = rows.accumulate().next(state, row);
    if (!hasRows) {
      hasRows = true;
      ask(merges == null ? null : merges.question(row));
    }
  }

  /** Adds what Spark has of another part of the group. */
  void addPart(Serializable other) throws Throwable {
    Serializable part = other instanceof GroupState group ? group.bytes() : other;
    if (part instanceof byte[] one) {
      parts.add(one);
    } else if (part instanceof byte[][] several) {
      for (byte[] one : several) {
        parts.add(one);
      }
    } else {
      Object[] asked = (Object[]) part;
      parts.add((byte[]) asked[0]);
      ask(Arrays.copyOfRange(asked, 1, asked.length));
    }
  }

  private void ask(Object[] next) {
    if (question != null && next != null && !Arrays.equals(question, next)) {
      throw new IllegalArgumentException(
          "expected the same arguments behind the value in every row, found "
              + Arrays.toString(question)
              + " and "
              + Arrays.toString(next));
    }
    question = question == null ? next : question;
  }

  /** The result so far, as a value of the pack. */
  Object result() throws Throwable {
    if (parts.isEmpty()) {
      return rows.finish(state);
    }
    addRowsToParts();
    return merges.answer(parts.merged(), question);
  }

  private void addRowsToParts() throws Throwable {
    if (hasRows) {
      parts.add(rows.finishState(state));
      state = rows.start();
      hasRows = false;
    }
  }

  /** What Spark sends. */
  private Serializable bytes() throws Throwable {
    if (merges == null) {
      throw new UnsupportedOperationException(
          "its states do not merge: aggregate rows of one partition with it");
    }
    addRowsToParts();
    List<byte[]> states = parts.states();
    if (states.size() > 1) {
      return states.toArray(new byte[0][]);
    }
    byte[] one = states.isEmpty() ? new byte[0] : states.get(0);
    if (question == null) {
      return one;
    }
    Object[] asked = new Object[1 + question.length];
    asked[0] = one;
    System.arraycopy(question, 0, asked, 1, question.length);
    return asked;
  }

  private Object writeReplace() {
    try {
      return bytes();
    } catch (Throwable thrown) {
      throw Refusal.of(name, thrown);
    }
  }
}
