/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

/** The bounds of a range tombstone, by the number that an SSTable has for each. */
enum MarkerKind {
  EXCL_END_BOUND(0, -1, false, false),
  INCL_START_BOUND(1, -1, true, false),
  EXCL_END_INCL_START_BOUNDARY(2, -1, true, true),
  INCL_END_EXCL_START_BOUNDARY(5, 1, true, true),
  INCL_END_BOUND(6, 1, false, false),
  EXCL_START_BOUND(7, 1, true, false);

  private static final MarkerKind[] BY_NUMBER = new MarkerKind[8];

  static {
    for (MarkerKind kind : values()) {
      BY_NUMBER[kind.number] = kind;
    }
  }

  /** Before (-1) or behind (1) rows of the same values. */
  final int side;

  /** Whether a range is open behind it. */
  final boolean opens;

  /** Whether one range ends and another one begins. */
  final boolean isBoundary;

  private final int number;

  MarkerKind(int number, int side, boolean opens, boolean isBoundary) {
    this.number = number;
    this.side = side;
    this.opens = opens;
    this.isBoundary = isBoundary;
  }

  static MarkerKind of(int number) {
    MarkerKind kind = number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
    if (kind == null) {
      throw new NotCovered("a bound of an unknown kind");
    }
    return kind;
  }
}
