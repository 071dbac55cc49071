/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.OrderedRows;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.compiler.parameters.ParameterValues;

/** States of every kind that some state function makes, and spoilt ones. */
public final class StatePool {
  private static final int STATES_PER_FUNCTION = 3;

  private final List<byte[]> valid = new ArrayList<>();
  private final Map<String, List<byte[]>> families = new TreeMap<>();

  public StatePool(RandomGenerator random) {
    Values values = new Values(random, this);
    for (AnnotatedFunction function : Annotated.functions()) {
      for (int count = 0; function.takesRows() && count < STATES_PER_FUNCTION; count++) {
        ByteBuffer state = accumulated(function, values, count, random.nextInt(1, 40));
        if (isStoredBetweenRows(function, state)) {
          keep(function, bytes(state));
        }
        for (AnnotatedAggregate aggregate : Annotated.aggregates()) {
          if (aggregate.state().equals(function)
              && aggregate.finish() != null
              && aggregate.givesState()) {
            keep(function, finished(aggregate, state));
          }
        }
      }
    }
  }

  private void keep(AnnotatedFunction function, byte[] state) {
    valid.add(state);
    families.computeIfAbsent(function.family(), family -> new ArrayList<>()).add(state);
  }

  /** The state as the aggregate returns it: of a chunk, the state between rows is another one. */
  private static byte[] finished(AnnotatedAggregate aggregate, ByteBuffer state) {
    try {
      return bytes((ByteBuffer) aggregate.result(state));
    } catch (Throwable failed) {
      throw new IllegalStateException(aggregate.signature(), failed);
    }
  }

  /** The bytes of a state that the family of some state function accepts. */
  public byte[] valid(RandomGenerator random) {
    return valid.get(random.nextInt(valid.size())).clone();
  }

  /** States of a family, empty where it has none. */
  public List<byte[]> of(String family) {
    return families.getOrDefault(family, List.of()).stream().map(byte[]::clone).toList();
  }

  /**
   * The largest state that a function which takes one accepts, beside accepted values of its
   * parameters: of an image with few hashes an accessor sees no damage.
   */
  public byte[] acceptedBy(AnnotatedFunction function) {
    List<byte[]> states = new ArrayList<>(of(function.family()));
    states.sort(Comparator.comparingInt(state -> -state.length));
    for (byte[] state : states) {
      Object[] arguments = new Object[function.types().size()];
      for (int index = 0; index < arguments.length; index++) {
        String type = function.types().get(index);
        arguments[index] =
            function.isState(index)
                ? ByteBuffer.wrap(function.isNeighbour(index) ? new byte[0] : state.clone())
                : Literals.accepted(function.parameterNames().get(index), type).get(0);
      }
      try {
        if (!Boolean.FALSE.equals(function.call(arguments))) {
          return state;
        }
      } catch (IllegalArgumentException refused) {
        // A state of another kind of the same family.
      } catch (Throwable failed) {
        throw new IllegalStateException(function + " of " + Arrays.toString(arguments), failed);
      }
    }
    throw new IllegalStateException("no state for " + function);
  }

  /** The families that have states. */
  public Set<String> families() {
    return families.keySet();
  }

  /** A state, a spoilt state, or bytes that never were one. */
  ByteBuffer any(RandomGenerator random) {
    if (valid.isEmpty()) {
      return ByteBuffer.allocate(0);
    }
    byte[] state = valid(random);
    return switch (random.nextInt(10)) {
      case 0 -> ByteBuffer.allocate(0);
      case 1 -> ByteBuffer.wrap(Arrays.copyOf(state, random.nextInt(state.length)));
      case 2 -> ByteBuffer.wrap(Arrays.copyOf(state, state.length + random.nextInt(1, 20)));
      case 3 -> ByteBuffer.wrap(withByte(state, random.nextInt(4), random));
      case 4 -> ByteBuffer.wrap(withByte(state, random.nextInt(state.length), random));
      case 5 -> {
        random.nextBytes(state);
        yield ByteBuffer.wrap(state);
      }
      default -> ByteBuffer.wrap(state);
    };
  }

  private static byte[] withByte(byte[] state, int offset, RandomGenerator random) {
    state[offset] = (byte) random.nextInt();
    return state;
  }

  /** Images of others are, if they are valid, and what a function turns into a state. */
  private static boolean isStoredBetweenRows(AnnotatedFunction function, ByteBuffer state) {
    boolean isImage = !StoredStates.isOwnFormat(function.family());
    return isImage
        ? isValid(function.family(), ByteBuffer.wrap(bytes(state)))
        : function.aggregates().get(0).finish().contains("_to_");
  }

  private static boolean isValid(String family, ByteBuffer state) {
    AnnotatedFunction check =
        Annotated.functions().stream()
            .filter(function -> function.name().equals(family + "_is_valid"))
            .findFirst()
            .orElseThrow();
    try {
      return (Boolean) check.call(state);
    } catch (Throwable failed) {
      throw new IllegalStateException(check.signature(), failed);
    }
  }

  private static byte[] bytes(ByteBuffer state) {
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    return bytes;
  }

  private static ByteBuffer accumulated(
      AnnotatedFunction function, Values values, int variant, int rows) {
    Object[] arguments = new Object[function.types().size()];
    arguments[0] = ByteBuffer.allocate(0);
    for (int argument = 2; argument < arguments.length; argument++) {
      String type = function.types().get(argument);
      List<Object> accepted =
          ParameterValues.accepted(function.parameterNames().get(argument), type);
      arguments[argument] =
          accepted.isEmpty() ? values.ordinary(type) : accepted.get(variant % accepted.size());
    }
    // Of rows in an order, one state is of a single row, which even merges with itself.
    boolean isOrdered = function.isOrdered(1);
    OrderedRows times = new OrderedRows(1000L * variant, 1000);
    int value = isOrdered ? 2 : 1;
    boolean isConstant =
        isOrdered
            && !Literals.isAnyValue(
                function.parameterNames().get(value), function.types().get(value));
    try {
      for (int row = 0; row < (isOrdered && variant == 0 ? 1 : rows); row++) {
        if (isOrdered) {
          arguments[1] = times.next();
        }
        if (!isConstant) {
          arguments[value] =
              function.types().get(value).equals("blob")
                  ? ByteBuffer.wrap(new byte[] {(byte) variant, (byte) row})
                  : values.ordinary(function.types().get(value));
        }
        arguments[0] = function.call(arguments);
      }
    } catch (Throwable failed) {
      throw new IllegalStateException(function + " of " + Arrays.toString(arguments), failed);
    }
    return (ByteBuffer) arguments[0];
  }
}
