/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.rollup.internal.bucket.Repartitioning;
import org.cassandrastats.rollup.internal.time.Buckets;

/**
 * Which times of a partition are asked of states, and which of rows. Rows of times that a partition
 * is not for, as its key says, are no rows of a rollup, and are not looked for beside states.
 *
 * @param from where states are asked for, in milliseconds; null for the first one
 * @param until where they are asked for no longer
 * @param lower limit of the question; empty for none
 * @param upper limit of the question; empty for none
 * @param isDescending whether the last time is read first
 * @param way from partitions of rows to those of states; empty where these are the same, and hold
 *     any time
 * @param areAlike whether these have the same keys, with a way too
 */
record RollupPieces(
    Long from,
    long until,
    Optional<Limit> lower,
    Optional<Limit> upper,
    boolean isDescending,
    Optional<Repartitioning> way,
    boolean areAlike) {
  /**
   * A limit of the time.
   *
   * @param millis in which it is
   * @param exact whether it is the beginning of these
   */
  record Limit(String operator, long millis, boolean exact) {
    /** The first time from which on all rows are within it. */
    long firstWhole() {
      return exact && operator.equals(">=") ? millis : millis + 1;
    }

    /** Whether no row within it is before a border. */
    boolean begins(long border) {
      return exact && operator.equals(">=") && millis == border;
    }

    /** Whether no row within it is at a border or later. */
    boolean ends(long border) {
      return exact && operator.equals("<") && millis == border;
    }
  }

  /**
   * A piece of a partition.
   *
   * @param key of the partition of its rows
   * @param isOfStates whether states stand for it
   * @param from where it begins, in milliseconds; null for at the limit of the question
   * @param until where it ends; null for at the limit of the question
   */
  record Piece(List<ByteBuffer> key, boolean isOfStates, Long from, Long until) {
    Buckets.Span span() {
      return new Buckets.Span(from, until);
    }

    /**
     * Whether another piece goes on where this one ends.
     *
     * @param column of the partition key that cuts series
     */
    boolean isFollowedBy(Piece next, int column) {
      for (int i = 0; i < key.size(); i++) {
        if (i != column && !key.get(i).equals(next.key.get(i))) {
          return false;
        }
      }
      return isOfStates
          ? next.isOfStates && (until.equals(next.from) || from.equals(next.until))
          : !next.isOfStates && isWhole() && next.isWhole();
    }

    private boolean isWhole() {
      return from == null && until == null;
    }

    /** This piece and the one that goes on where it ends. */
    Piece joined(Piece next) {
      return isOfStates
          ? new Piece(key, true, Math.min(from, next.from), Math.max(until, next.until))
          : this;
    }
  }

  /** The place of the column in the partition key that cuts series; -1 for none. */
  int column() {
    return way.map(Repartitioning::column).orElse(-1);
  }

  /** The pieces of a partition, in the order in which they are read. */
  List<Piece> of(List<ByteBuffer> key) {
    Buckets.Span span =
        way.map(cut -> cut.span(key)).orElse(new Buckets.Span(null, Long.MAX_VALUE));
    Long begin = span.from();
    Long first = from == null || (begin != null && begin > from) ? begin : from;
    long last = Math.min(until, span.until());
    if (first != null && first >= last) {
      return List.of(new Piece(key, false, null, null));
    }
    List<Piece> pieces = new ArrayList<>();
    if (from != null
        && from.equals(first)
        && !from.equals(begin)
        && !lower.map(limit -> limit.begins(from)).orElse(false)) {
      pieces.add(new Piece(key, false, null, first));
    }
    pieces.add(new Piece(key, true, first, last));
    if (last < span.until() && !upper.map(limit -> limit.ends(last)).orElse(false)) {
      pieces.add(new Piece(key, false, last, null));
    }
    if (isDescending) {
      Collections.reverse(pieces);
    }
    return pieces;
  }
}
