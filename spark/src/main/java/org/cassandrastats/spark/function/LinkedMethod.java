/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;

/** A method whose arguments are read from rows, as code that the JVM compiles as a whole. */
interface LinkedMethod {
  /**
   * The result for a row.
   *
   * @param state the first argument; null where the method takes none
   */
  Object call(ByteBuffer state, InternalRow row) throws Throwable;
}
