/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes types of columns: their JSON becomes a term, which is another class in each version. */
interface StateTypes {
  /** See {@link StateType#StateType}. */
  StateType make(
      Class<?> name, String family, Consumer<ByteBuffer> check, Function<ByteBuffer, String> text);

  /** The type that Cassandra finds as {@code instance} of a class. */
  static StateType of(
      Class<?> name, String family, Consumer<ByteBuffer> check, Function<ByteBuffer, String> text) {
    return CassandraApi.of(StateTypes.class).make(name, family, check, text);
  }
}
