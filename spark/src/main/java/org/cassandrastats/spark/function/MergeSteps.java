/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Date;
import org.apache.spark.sql.catalyst.InternalRow;

/** What an aggregate does with the final states of parts of a group. */
final class MergeSteps implements Serializable {
  private static final long serialVersionUID = 1;

  private final MethodName union;
  private final byte[] initial;
  private final MethodName finish;
  private final MethodName firstTime;
  private final MethodName answer;
  private final RowArguments question;

  /**
   * The steps of an aggregate.
   *
   * @param union joins two states
   * @param initial what a sum begins with
   * @param finish turns a sum into a final state; null where it is one
   * @param firstTime asks a state where its rows begin, where states merge in the order of their
   *     rows only; else null
   * @param answer turns a final state into the result; null where it is the result
   * @param question what the answer takes behind the state; null if nothing
   */
  MergeSteps(
      Method union,
      byte[] initial,
      Method finish,
      Method firstTime,
      Method answer,
      RowArguments question) {
    this.union = new MethodName(union);
    this.initial = initial;
    this.finish = MethodName.of(finish);
    this.firstTime = MethodName.of(firstTime);
    this.answer = MethodName.of(answer);
    this.question = question;
  }

  /** A sum of no states. */
  ByteBuffer start() {
    return ByteBuffer.wrap(initial);
  }

  /** The sum with a state more. */
  ByteBuffer add(ByteBuffer sum, byte[] state) throws Throwable {
    return (ByteBuffer) union.call(sum, ByteBuffer.wrap(state));
  }

  /** The final state of a sum. */
  byte[] finish(ByteBuffer sum) throws Throwable {
    return ResultType.bytes(finish == null ? sum : (ByteBuffer) finish.call(sum));
  }

  /** Whether states merge in the order of their rows only. */
  boolean isOrdered() {
    return firstTime != null;
  }

  /** Whether an aggregate with this state function is the one that merges. */
  boolean isOf(RowMethod accumulate) {
    return union.equals(accumulate.name());
  }

  /** Where the rows of an ordered state begin. */
  Date firstTime(byte[] state) throws Throwable {
    return (Date) firstTime.call(ByteBuffer.wrap(state));
  }

  /** What is asked; null if nothing but the state is needed for the answer. */
  Object[] question(InternalRow row) throws Throwable {
    return question == null ? null : question.read(row);
  }

  /** The result of a final state. */
  Object answer(byte[] state, Object[] asked) throws Throwable {
    ByteBuffer view = ByteBuffer.wrap(state);
    if (answer == null) {
      return view;
    }
    Object[] arguments = new Object[1 + (asked == null ? 0 : asked.length)];
    arguments[0] = view;
    if (asked != null) {
      System.arraycopy(asked, 0, arguments, 1, asked.length);
    }
    return answer.call(arguments);
  }
}
