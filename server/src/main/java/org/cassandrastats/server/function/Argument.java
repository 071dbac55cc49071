/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.nio.ByteBuffer;

/** One argument of a function, filled anew for every row. */
abstract class Argument {
  /** The last buffer where there was none: null is one of those that are told apart. */
  private static final ByteBuffer BITS = ByteBuffer.allocate(0);

  private final boolean mayChangeInPlace;
  private ByteBuffer last;
  private boolean isNull = true;

  /**
   * An argument that is null.
   *
   * @param mayChangeInPlace whether a buffer may hold another value when it comes again
   */
  Argument(boolean mayChangeInPlace) {
    this.mayChangeInPlace = mayChangeInPlace;
  }

  /** Takes the bytes of the next row. */
  @SuppressWarnings(
      "ReferenceEquality") // Comparing the bytes could take longer than decoding them.
  final void set(ByteBuffer bytes) {
    // A literal is the same buffer for every row.
    if (bytes == last && !mayChangeInPlace) {
      return;
    }
    decode(bytes);
    last = bytes;
  }

  /** Whether {@link #setBits} can be called. */
  boolean takesBits() {
    return false;
  }

  /**
   * Takes the value of the next row, which is not null.
   *
   * @param bits its bytes as an unsigned number
   */
  final void setBits(long bits) {
    last = BITS;
    decodeBits(bits);
  }

  /** Takes the bytes of the next row, in a buffer that holds others when it comes again. */
  final void setBytes(ByteBuffer bytes) {
    last = BITS;
    decode(bytes);
  }

  /** Decodes bits, which are not null. */
  void decodeBits(long bits) {
    throw new UnsupportedOperationException();
  }

  /** As {@link #setBits} and {@link #asDouble} for each of some values. */
  void decodeAll(long[] bits, int size, double[] values) {
    throw new UnsupportedOperationException();
  }

  /** Decodes bytes, and notes whether they are null. */
  abstract void decode(ByteBuffer bytes);

  /** Asked for every argument of every row: a field, so that no call has to be dispatched. */
  final boolean isNull() {
    return isNull;
  }

  /** Notes whether what the next row has is null. */
  final void setNull(boolean newNull) {
    isNull = newNull;
  }

  /** The value as the method takes it; null where it is null. */
  abstract Object value();

  /** The value for a parameter of type double. */
  double asDouble() {
    return (Double) value();
  }

  /** The value for a parameter of type long. */
  long asLong() {
    return (Long) value();
  }

  /** The value for a parameter of type int. */
  int asInt() {
    return (Integer) value();
  }
}
