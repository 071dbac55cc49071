/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.nio.ByteBuffer;

/** The state after one more row. */
interface RowStep {
  /**
   * Calls the annotated method.
   *
   * @param state before the row; changed in place where the method does so
   * @param row the arguments behind the state
   * @throws Throwable what the method throws
   */
  ByteBuffer next(ByteBuffer state, RowArguments row) throws Throwable;
}
