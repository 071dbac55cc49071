/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.CqlValues;
import org.cassandrastats.pack.StatePool;
import org.cassandrastats.pack.Values;

/**
 * Arguments as bytes: mostly values of the type, states mostly of the function's own family; also
 * null, no value at all, empty bytes, and bytes that are no value of the type.
 */
final class RawArguments {
  private static final int GARBAGE = 12;

  private final Random random;
  private final StatePool states;
  private final Values values;

  RawArguments(Random random, StatePool states) {
    this.random = random;
    this.states = states;
    this.values = new Values(random, states);
  }

  /** One argument for each parameter. */
  List<ByteBuffer> of(AnnotatedFunction function) {
    return IntStream.range(0, function.types().size())
        .mapToObj(index -> of(function, index))
        // A list that may hold nulls.
        .collect(Collectors.toList());
  }

  private ByteBuffer of(AnnotatedFunction function, int index) {
    return switch (random.nextInt(24)) {
      case 0, 1 -> null;
      case 2 -> ByteBuffer.allocate(0);
      case 3 -> garbage();
      case 4 -> random.nextInt(4) == 0 ? BothLanes.UNSET : null;
      default -> value(function, index);
    };
  }

  private ByteBuffer value(AnnotatedFunction function, int index) {
    String type = function.types().get(index);
    if (type.equals("blob") && random.nextInt(4) > 0) {
      if (function.takesRows()) {
        return ByteBuffer.allocate(0);
      }
      // A family may have states of more kinds than there are calls.
      if (function.isState(index) && random.nextBoolean()) {
        return ByteBuffer.wrap(states.acceptedBy(function));
      }
      List<byte[]> own = states.of(function.family());
      return ByteBuffer.wrap(own.get(random.nextInt(own.size())));
    }
    return CqlValues.encode(values.any(type, function.parameterNames().get(index)), type);
  }

  private ByteBuffer garbage() {
    byte[] bytes = new byte[1 + random.nextInt(GARBAGE)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
