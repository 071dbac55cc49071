/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;

/**
 * The values of an extremes state that keeps them as bytes. Cassandra's own functions, such as
 * {@code blob_as_text}, turn them into their type again.
 */
public final class ExtremesBlobs {
  private ExtremesBlobs() {}

  /**
   * The value of the row with the smallest key, or of the first row, as its bytes.
   *
   * @param state a min_max_by_as_blob or first_last_as_blob state; null or empty gives null
   * @return the bytes, at most 1024, as Cassandra stores the value
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_first_blob",
      calledOnNullInput = true,
      examples = "extremes_first_blob(min_max_by_as_blob(position, position)) = 0xffffffff")
  public static ByteBuffer first(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    return ExtremesRead.bytes(state, false, "extremes_first_blob");
  }

  /**
   * The value of the row with the largest key, or of the last row, as its bytes.
   *
   * @param state a min_max_by_as_blob or first_last_as_blob state; null or empty gives null
   * @return the bytes, at most 1024, as Cassandra stores the value
   * @throws IllegalArgumentException if the blob is not such a state
   */
  @CqlFunction(
      value = "extremes_last_blob",
      calledOnNullInput = true,
      examples = "extremes_last_blob(min_max_by_as_blob(position, position)) = 0x00000001")
  public static ByteBuffer last(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    return ExtremesRead.bytes(state, true, "extremes_last_blob");
  }
}
