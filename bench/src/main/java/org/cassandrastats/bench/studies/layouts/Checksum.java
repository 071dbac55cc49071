/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

/**
 * Tells records that were read from others, whatever order they come in: the sum of a hash of each
 * record, which depends on the order of its values.
 */
final class Checksum {
  private long sum;
  private long records;
  private long hash;

  /** Adds the next value of a record, by its hash. */
  void value(int valueHash) {
    hash = 31 * hash + valueHash;
  }

  /** Ends a record. */
  void endRecord() {
    // The finalizer of SplitMix64: sums of it differ where sums of the hashes could be the same.
    long mixed = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    sum += mixed ^ (mixed >>> 31);
    records++;
    hash = 0;
  }

  @Override
  public String toString() {
    return "%d records, checksum %016x".formatted(records, sum);
  }
}
