/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.nio.ByteBuffer;

/**
 * Something that is asked of the servers.
 *
 * @param cql the selector
 * @param merge how answers become one
 */
record ServerColumn(String cql, Merge merge) {
  /** Merges two answers, of which one or both may be null: no rows say nothing. */
  ByteBuffer merged(ByteBuffer left, ByteBuffer right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return merge.merge(left, right);
  }
}
