/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/** What makes a blob an extremes state that every function accepts. */
final class ExtremesCheck {
  private ExtremesCheck() {}

  /** What is wrong with a state that starts at offset 0 and is not empty, or null. */
  static String problem(ByteBuffer state) {
    String problem = Preamble.problem(state, ExtremesState.FAMILY);
    if (problem != null) {
      return problem;
    }
    int flags = state.get(Preamble.FLAGS) & 0xff;
    int parameter = getInt(state, Preamble.PARAMETER);
    problem = flagsProblem(flags, parameter);
    if (problem != null) {
      return problem;
    }
    if (state.limit() < ExtremesState.DATA) {
      return "expected at least " + ExtremesState.DATA + " bytes, found " + state.limit();
    }
    long count = getLong(state, ExtremesState.COUNT);
    if (count < 1) {
      return "expected a count from 1 to 2^63-1, found " + count;
    }
    int size =
        (flags & 3) == ExtremesState.N
            ? ExtremesState.DATA + 8 * (int) Math.min(count, parameter)
            : ExtremesState.PAIR_SIZE;
    if (state.limit() != size) {
      return "expected " + size + " bytes, found " + state.limit();
    }
    problem = finiteProblem(state, flags);
    if (problem != null) {
      return problem;
    }
    problem = orderProblem(state, flags, count);
    return problem;
  }

  private static String flagsProblem(int flags, int parameter) {
    int kind = flags & 3;
    int permitted = ExtremesState.FLOATING_VALUES | 3;
    if (kind != ExtremesState.MINMAX) {
      permitted |= ExtremesState.LARGEST;
    }
    if (kind == ExtremesState.BY) {
      permitted |= ExtremesState.FLOATING_KEYS;
    }
    if (kind == 3 || (flags & ~permitted) != 0) {
      return "expected flags of minmax, min_by, max_by, min_n or max_n, found " + flags;
    }
    if (kind == ExtremesState.N && (parameter < 1 || parameter > ExtremesState.MAXIMUM_N)) {
      return "expected n from 1 to " + ExtremesState.MAXIMUM_N + ", found " + parameter;
    }
    if (kind != ExtremesState.N && parameter != 0) {
      return "expected parameter 0, found " + parameter;
    }
    return null;
  }

  private static String finiteProblem(ByteBuffer state, int flags) {
    int first = ExtremesState.DATA;
    int end = state.limit();
    if ((flags & 3) == ExtremesState.BY) {
      if ((flags & ExtremesState.FLOATING_KEYS) == 0) {
        first = ExtremesState.VALUE;
      }
      if ((flags & ExtremesState.FLOATING_VALUES) == 0) {
        end = ExtremesState.VALUE;
      }
    } else if ((flags & ExtremesState.FLOATING_VALUES) == 0) {
      return null;
    }
    for (int offset = first; offset < end; offset += 8) {
      long bits = getLong(state, offset);
      if (!Rank.isFinite(bits)) {
        return "expected finite numbers, found "
            + Double.longBitsToDouble(bits)
            + " at byte "
            + offset;
      }
    }
    return null;
  }

  private static String orderProblem(ByteBuffer state, int flags, long count) {
    long mask = (flags & ExtremesState.FLOATING_VALUES) == 0 ? Rank.INTEGER : Rank.FLOATING;
    if ((flags & 3) == ExtremesState.MINMAX) {
      long minimumBits = getLong(state, ExtremesState.MINIMUM);
      long maximumBits = getLong(state, ExtremesState.MAXIMUM);
      long minimum = Rank.of(minimumBits, mask, Rank.SMALLEST_FIRST);
      long maximum = Rank.of(maximumBits, mask, Rank.SMALLEST_FIRST);
      if (minimum > maximum || (count == 1 && minimum != maximum)) {
        return "expected minimum <= maximum, and one value of a single row";
      }
    }
    if ((flags & 3) == ExtremesState.N) {
      long direction =
          (flags & ExtremesState.LARGEST) == 0 ? Rank.SMALLEST_FIRST : Rank.LARGEST_FIRST;
      int values = (state.limit() - ExtremesState.DATA) >> 3;
      for (int slot = 1; slot < values; slot++) {
        long bits = getLong(state, ExtremesState.DATA + 8 * slot);
        long parentBits = getLong(state, ExtremesState.DATA + 8 * ((slot - 1) >> 1));
        if (Rank.of(bits, mask, direction) > Rank.of(parentBits, mask, direction)) {
          return "expected a heap, found value " + slot + " worse than the one above it";
        }
      }
    }
    return null;
  }
}
