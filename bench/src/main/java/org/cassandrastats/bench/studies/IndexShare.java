/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** How many of all records are wanted: each share is a kind of its own. */
enum IndexShare {
  NINE_PERCENT("9 %", 1, 90),
  ONE_PERCENT("1 %", 2, 10),
  TENTH_PERCENT("0.1 %", 3, 1);

  private static final int ALL = 1000;
  private static final int PER_CENT = 10;

  private final String label;
  private final int kind;
  private final int perMille;

  IndexShare(String label, int kind, int perMille) {
    this.label = label;
    this.kind = kind;
    this.perMille = perMille;
  }

  /** The value of the column by which records are looked for, from 1 on. */
  int kind() {
    return kind;
  }

  /** How many records are of this kind, by how many there are; 1000 or more give at least one. */
  int count(int records) {
    return Math.toIntExact((long) records * perMille / ALL);
  }

  double percent() {
    return (double) perMille / PER_CENT;
  }

  @Override
  public String toString() {
    return label;
  }
}
