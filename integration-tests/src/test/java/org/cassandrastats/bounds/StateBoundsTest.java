/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.cassandrastats.live.Effort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * States reach the size that their documentation allows, and never pass it: after millions of rows
 * of the {@link Pattern}s and thousands of merges, ten million and ten thousand in the profile
 * {@code extended}, and where one value has nearly all counts.
 */
class StateBoundsTest {
  private static final int ADDS = Effort.times(2_500_000);
  private static final int MERGES = Effort.times(2_500);

  /** Of one value, so that there is room for all others. */
  private static final int DOUBLINGS = 60;

  private static final int PARTS = 50;
  private static final int ROWS_OF_A_PART = 2_000;
  private static final long SEED = 20_261_121L;

  /** Each size is looked at up to this count, and then only now and then. */
  private static final int EVERY_ROW = 1_000;

  private static final int NOW_AND_THEN = 9_973;

  static List<BoundedState> families() {
    return BoundedState.all();
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_reach_but_never_pass_its_documented_size(BoundedState bounded) {
    int patterns = Pattern.values().length;
    int rows = ADDS / patterns + 1;
    int merges = MERGES / patterns + 1;
    int largest = 0;
    ByteBuffer heavy = heavy(bounded);
    for (Pattern pattern : Pattern.values()) {
      largest = Math.max(largest, largestOfAdds(bounded, pattern, rows, heavy));
    }
    int largestOfAdds = largest;
    for (Pattern pattern : Pattern.values()) {
      largest = Math.max(largest, largestOfMerges(bounded, pattern, merges));
    }
    System.out.printf(
        "%s: at most %,d bytes after adds, %,d after merges, %,d documented%n",
        bounded, largestOfAdds, largest, bounded.maximum());
    assertThat(largest)
        .as("largest state of %s, seed %d", bounded, SEED)
        .isBetween(bounded.isReached() ? bounded.maximum() : 1, bounded.maximum());
  }

  /** As many zeros as can be counted, but for a few: counts take as many bytes as they can. */
  private static ByteBuffer heavy(BoundedState bounded) {
    ByteBuffer zeros = bounded.finish().apply(bounded.add().apply(ByteBuffer.allocate(0), 0));
    ByteBuffer half = zeros;
    for (int doubling = 0; doubling < DOUBLINGS; doubling++) {
      try {
        ByteBuffer twice = bounded.finish().apply(bounded.union().apply(zeros, stored(zeros)));
        half = zeros;
        zeros = twice;
      } catch (IllegalArgumentException full) {
        assertThat(full).hasMessageContaining("would exceed 2^");
        return half;
      }
    }
    return zeros;
  }

  private static int largestOfAdds(
      BoundedState bounded, Pattern pattern, int rows, ByteBuffer heavy) {
    RandomGenerator random = new SplittableRandom(SEED);
    ByteBuffer state = ByteBuffer.allocate(0);
    int largest = 0;
    for (int row = 0; row < rows; row++) {
      state = bounded.add().apply(state, pattern.value(row, rows, random));
      if (row < EVERY_ROW || row % NOW_AND_THEN == 0) {
        largest = Math.max(largest, bounded.size(state));
      }
      if (row % NOW_AND_THEN == 0) {
        largest = Math.max(largest, sizeOfBoth(bounded, heavy, state));
      }
    }
    return Math.max(largest, sizeOfBoth(bounded, heavy, state));
  }

  private static int sizeOfBoth(BoundedState bounded, ByteBuffer heavy, ByteBuffer state) {
    ByteBuffer added = stored(bounded.finish().apply(state));
    return bounded.finish().apply(bounded.union().apply(heavy, added)).remaining();
  }

  /** Merges parts as an aggregate does, one after the other, and as a tree does, two alike. */
  private static int largestOfMerges(BoundedState bounded, Pattern pattern, int merges) {
    RandomGenerator random = new SplittableRandom(SEED);
    List<ByteBuffer> parts = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      parts.add(part(bounded, pattern, random));
    }
    ByteBuffer merged = ByteBuffer.allocate(0);
    int largest = 0;
    for (int merge = 0; merge < merges; merge++) {
      int place = random.nextInt(parts.size());
      if (bounded.isOrdered()) {
        parts.set(place, part(bounded, pattern, random));
      }
      if (random.nextBoolean()) {
        merged = bounded.append().apply(merged, parts.get(place));
        largest = Math.max(largest, bounded.size(merged));
      } else {
        ByteBuffer other =
            bounded.isOrdered()
                ? part(bounded, pattern, random)
                : parts.get(random.nextInt(parts.size()));
        ByteBuffer both = bounded.finish().apply(bounded.union().apply(parts.get(place), other));
        largest = Math.max(largest, both.remaining());
        parts.set(place, stored(both));
      }
    }
    return largest;
  }

  private static ByteBuffer part(BoundedState bounded, Pattern pattern, RandomGenerator random) {
    ByteBuffer state = ByteBuffer.allocate(0);
    for (int row = random.nextInt(1, ROWS_OF_A_PART); row > 0; row--) {
      state = bounded.add().apply(state, pattern.value(row, ROWS_OF_A_PART, random));
    }
    return stored(bounded.finish().apply(state));
  }

  private static ByteBuffer stored(ByteBuffer state) {
    return ByteBuffer.allocate(state.remaining()).put(state.duplicate()).flip();
  }
}
