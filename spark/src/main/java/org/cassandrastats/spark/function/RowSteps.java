/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;

/** What an aggregate does with rows. */
final class RowSteps implements Serializable {
  private static final long serialVersionUID = 1;

  private final RowMethod accumulate;
  private final byte[] initial;
  private final MethodName finish;
  private final MethodName finishState;

  /**
   * The steps of an aggregate.
   *
   * @param initial the state before the first row
   * @param finish turns the last state into the result; null where it is the result
   * @param finishState turns it into a state that merges; null where it is one
   */
  RowSteps(RowMethod accumulate, byte[] initial, Method finish, Method finishState) {
    this.accumulate = accumulate;
    this.initial = initial;
    this.finish = MethodName.of(finish);
    this.finishState = MethodName.of(finishState);
  }

  /** What takes a row. */
  RowMethod accumulate() {
    return accumulate;
  }

  /** The state before the first row. */
  ByteBuffer start() {
    return ByteBuffer.wrap(initial);
  }

  /** The result of a group whose rows came one after the other, as in CQL. */
  Object finish(ByteBuffer last) throws Throwable {
    return finish == null ? last : finish.call(last);
  }

  /** The final state of a part of the rows of a group. */
  byte[] finishState(ByteBuffer last) throws Throwable {
    return ResultType.bytes(finishState == null ? last : (ByteBuffer) finishState.call(last));
  }

  /** The type of the result. */
  ResultType result() {
    return ResultType.of((finish == null ? accumulate.name() : finish).find());
  }
}
