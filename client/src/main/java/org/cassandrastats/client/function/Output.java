/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/**
 * What is shown.
 *
 * @param family the family of the state that is shown, or null where it is no state
 * @param type its type in Java, or null where no function of the pack takes it
 * @param value computes it from the merged answers of the servers
 */
record Output(String family, Type type, Function<List<ByteBuffer>, Object> value) {
  /** Something that no function of the pack is asked about. */
  static Output last(Function<List<ByteBuffer>, Object> value) {
    return new Output(null, null, value);
  }
}
