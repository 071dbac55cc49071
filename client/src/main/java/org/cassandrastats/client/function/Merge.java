/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.nio.ByteBuffer;

/** How the answers to two parts of the rows become the answer to both. */
@FunctionalInterface
interface Merge {
  /**
   * The answer to both parts.
   *
   * @param left the answer to the rows that a single query would read first, not null; may be
   *     changed in place
   * @param right the answer to the rows after them, not null
   */
  ByteBuffer merge(ByteBuffer left, ByteBuffer right);
}
