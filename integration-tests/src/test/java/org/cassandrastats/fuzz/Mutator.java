/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.cassandrastats.udf.state.Checksum;

/**
 * Spoils states: blindly (bits, bytes, length, splices of two states), and with regard to what all
 * layouts have in common, which is numbers of 4 and 8 bytes at multiples of 4, big-endian but for
 * images of others.
 */
final class Mutator {
  private static final int MOST_CHANGES = 3;

  private static final double[] DOUBLES = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0.0,
    -0.0,
    1,
    -1,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    0x1p53,
    0x1p63,
    1e-300
  };

  private static final long[] LONGS = {
    0,
    1,
    -1,
    2,
    127,
    1000,
    4096,
    65_536,
    1L << 31,
    (1L << 31) - 1,
    1L << 32,
    1L << 53,
    (1L << 53) + 1,
    1L << 62,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE
  };

  /** One in so many states keeps a wrong checksum, which hides all other changes. */
  private static final int NOT_SEALED = 8;

  private final BaseStates states;
  private final boolean isSealed;
  private final ByteOrder order;
  private final RandomGenerator random;

  Mutator(BaseStates states, boolean isSealed, ByteOrder order, RandomGenerator random) {
    this.states = states;
    this.isSealed = isSealed;
    this.order = order;
    this.random = random;
  }

  /** A state after one to three changes. */
  byte[] next() {
    byte[] state = states.any(random).clone();
    for (int change = random.nextInt(1, MOST_CHANGES + 1); change > 0; change--) {
      state = changed(state);
      if (state.length == 0) {
        return state;
      }
    }
    if (isSealed
        && state.length > Checksum.SIZE
        && state.length % 8 == 0
        && random.nextInt(NOT_SEALED) != 0) {
      Checksum.seal(ByteBuffer.wrap(state), state.length - Checksum.SIZE);
    }
    return state;
  }

  private byte[] changed(byte[] state) {
    int at = random.nextInt(state.length);
    switch (random.nextInt(14)) {
      case 0 -> state[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> state[at] = (byte) random.nextInt();
      case 2 -> {
        return Arrays.copyOf(state, at);
      }
      case 3 -> {
        return Arrays.copyOf(state, state.length + random.nextInt(1, 33));
      }
      case 4 -> {
        return splice(state, states.any(random));
      }
      case 5 -> {
        byte[] other = states.any(random);
        int length = random.nextInt(Math.min(state.length, other.length) + 1);
        System.arraycopy(other, 0, state, 0, length);
      }
      case 6 -> state[random.nextInt(Math.min(8, state.length))] = (byte) random.nextInt(32);
      case 7 -> putLong(state, Double.doubleToRawLongBits(DOUBLES[random.nextInt(DOUBLES.length)]));
      case 8 -> putLong(state, LONGS[random.nextInt(LONGS.length)]);
      case 9 -> putInt(state, (int) LONGS[random.nextInt(LONGS.length)]);
      case 10 -> addToInt(state);
      case 11 -> changeDouble(state);
      case 12 -> copyWord(state);
      default -> fillRest(state);
    }
    return state;
  }

  /** The beginning of one state and the end of another, often of the same length. */
  private byte[] splice(byte[] state, byte[] other) {
    int cut = 4 * random.nextInt(state.length / 4 + 1);
    int from = random.nextBoolean() ? Math.min(cut, other.length) : random.nextInt(other.length);
    byte[] spliced = Arrays.copyOf(state, cut + other.length - from);
    System.arraycopy(other, from, spliced, cut, other.length - from);
    return spliced;
  }

  private void putLong(byte[] state, long value) {
    if (state.length >= 8) {
      view(state).putLong(word(state, 8), value);
    }
  }

  private void putInt(byte[] state, int value) {
    if (state.length >= 4) {
      view(state).putInt(word(state, 4), value);
    }
  }

  /** Counts and weights a little off. */
  private void addToInt(byte[] state) {
    if (state.length >= 4) {
      int at =
          random.nextBoolean() ? word(state, 4) : 4 * random.nextInt(Math.min(6, state.length / 4));
      ByteBuffer view = view(state);
      view.putInt(at, view.getInt(at) + (random.nextBoolean() ? 1 : -1) * random.nextInt(1, 4));
    }
  }

  /** A number that is a little off, or of another size or sign. */
  private void changeDouble(byte[] state) {
    if (state.length < 8) {
      return;
    }
    int at = word(state, 8);
    ByteBuffer view = view(state);
    double value = view.getDouble(at);
    view.putDouble(
        at,
        switch (random.nextInt(5)) {
          case 0 -> Math.nextUp(value);
          case 1 -> Math.nextDown(value);
          case 2 -> -value;
          case 3 -> value * 1e10;
          default -> value * random.nextDouble();
        });
  }

  /** Two words that are equal, or in the wrong order. */
  private void copyWord(byte[] state) {
    if (state.length < 8) {
      return;
    }
    int from = word(state, 8);
    int to = word(state, 8);
    ByteBuffer view = view(state);
    long old = view.getLong(to);
    view.putLong(to, view.getLong(from));
    if (random.nextBoolean()) {
      view.putLong(from, old);
    }
  }

  private void fillRest(byte[] state) {
    Arrays.fill(
        state,
        random.nextInt(state.length),
        state.length,
        random.nextBoolean() ? (byte) 0 : (byte) random.nextInt());
  }

  /** A multiple of 4 where a word of some bytes fits. */
  private int word(byte[] state, int size) {
    int places = (state.length - size) / 4 + 1;
    // The head of a state decides more than its tail.
    return 4 * random.nextInt(random.nextBoolean() ? places : Math.min(places, 10));
  }

  private ByteBuffer view(byte[] state) {
    return ByteBuffer.wrap(state).order(order);
  }
}
