/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** What a disk, a network or a program may do to the bytes of a state. */
enum Change {
  FLIPS {
    @Override
    byte[] of(byte[] state, RandomGenerator random) {
      byte[] changed = state.clone();
      for (int flips = random.nextInt(1, 7); flips > 0; flips--) {
        flip(changed, random.nextInt(8 * state.length));
      }
      return changed;
    }
  },

  /** The same bit in several places. */
  STRIDE {
    @Override
    byte[] of(byte[] state, RandomGenerator random) {
      byte[] changed = state.clone();
      int stride = 8 * random.nextInt(1, 5);
      int bit = random.nextInt(8 * state.length);
      for (int times = random.nextInt(1, 33); times > 0 && bit < 8 * state.length; times--) {
        flip(changed, bit);
        bit += 8 * stride;
      }
      return changed;
    }
  },

  /** One or two bits of longs that are some longs apart, mostly at an end of a byte. */
  BITS_OF_LONGS {
    @Override
    byte[] of(byte[] state, RandomGenerator random) {
      byte[] changed = state.clone();
      int at = 64 * random.nextInt(state.length / 8);
      int distance = 64 * random.nextInt(1, 5);
      for (int longs = random.nextInt(1, 4); longs > 0 && at < 8 * state.length; longs--) {
        for (int bits = random.nextInt(1, 3); bits > 0; bits--) {
          int bit = random.nextInt(64);
          flip(changed, at + (random.nextBoolean() ? bit | 7 : bit));
        }
        at += distance;
      }
      return changed;
    }
  },

  SWAPPED_LONGS {
    @Override
    byte[] of(byte[] state, RandomGenerator random) {
      ByteBuffer changed = ByteBuffer.wrap(state.clone());
      int left = 8 * random.nextInt(state.length / 8);
      int right = 8 * random.nextInt(state.length / 8);
      long other = changed.getLong(left);
      changed.putLong(left, changed.getLong(right));
      changed.putLong(right, other);
      return changed.array();
    }
  },

  SHIFTED_RANGE {
    @Override
    byte[] of(byte[] state, RandomGenerator random) {
      byte[] changed = state.clone();
      int length = random.nextInt(1, state.length);
      int from = random.nextInt(state.length - length + 1);
      int to = random.nextInt(state.length - length + 1);
      System.arraycopy(state, from, changed, to, length);
      return changed;
    }
  },

  TRUNCATED {
    @Override
    byte[] of(byte[] state, RandomGenerator random) {
      return Arrays.copyOf(state, 8 * random.nextInt(1, state.length / 8));
    }
  },

  /** With zeros or with bytes of its own. */
  EXTENDED {
    @Override
    byte[] of(byte[] state, RandomGenerator random) {
      int room = 8 * random.nextInt(1, 9);
      int at = 8 * random.nextInt(state.length / 8 + 1);
      byte[] changed = Arrays.copyOf(state, state.length + room);
      System.arraycopy(state, at, changed, at + room, state.length - at);
      if (random.nextBoolean()) {
        Arrays.fill(changed, at, at + room, (byte) 0);
      }
      return changed;
    }
  };

  /** Another array, which may hold the same bytes. */
  abstract byte[] of(byte[] state, RandomGenerator random);

  static byte[] flip(byte[] state, int bit) {
    state[bit / 8] ^= (byte) (1 << bit % 8);
    return state;
  }
}
