/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.state.Checksum;

/** Makes states of values, undivided and in parts. */
final class Sketches {
  private Sketches() {}

  /** A final state. */
  static ByteBuffer of(double error, double... values) {
    return Ddsketch.state(working(error, values));
  }

  static ByteBuffer working(double error, double... values) {
    ByteBuffer state = Blobs.none();
    for (double value : values) {
      state = DdsketchAggregates.accumulate(state, value, error);
    }
    return state;
  }

  /** The state of values that were dealt out to parts, which are merged in a random order. */
  static ByteBuffer merged(double error, double[] values, int parts, Random random) {
    List<ByteBuffer> states = new ArrayList<>(Collections.nCopies(parts, Blobs.none()));
    for (double value : values) {
      int part = random.nextInt(parts);
      states.set(part, DdsketchAggregates.accumulate(states.get(part), value, error));
    }
    while (states.size() > 1) {
      ByteBuffer left = states.remove(random.nextInt(states.size()));
      ByteBuffer right = states.remove(random.nextInt(states.size()));
      // Stored states are copied, working ones too.
      boolean stored = random.nextBoolean();
      states.add(
          DdsketchAggregates.union(stored ? Blobs.stored(Ddsketch.state(left)) : left, right));
    }
    return Ddsketch.state(states.get(0));
  }

  /** The bytes without those of the sum, whose last digits depend on the order of additions. */
  static ByteBuffer withoutSum(ByteBuffer state) {
    ByteBuffer copy = Blobs.stored(state);
    copy.putLong(DdsketchState.SUM, 0);
    copy.putLong(DdsketchState.SUM_REMAINDER, 0);
    Checksum.seal(copy, copy.limit() - Checksum.SIZE);
    return copy;
  }
}
