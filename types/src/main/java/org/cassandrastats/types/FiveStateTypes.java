/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.cassandra.cql3.Constants;
import org.apache.cassandra.cql3.Term;

/** Types of Cassandra 5.0. */
final class FiveStateTypes implements StateTypes {
  @Override
  public StateType make(
      Class<?> name, String family, Consumer<ByteBuffer> check, Function<ByteBuffer, String> text) {
    return new FiveStateType(name, family, check, text);
  }

  private static final class FiveStateType extends StateType {
    FiveStateType(
        Class<?> name,
        String family,
        Consumer<ByteBuffer> check,
        Function<ByteBuffer, String> text) {
      super(name, family, check, text);
    }

    @Override
    public Term fromJSONObject(Object parsed) {
      return new Constants.Value(fromJson(parsed));
    }
  }
}
