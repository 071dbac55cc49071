/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

/**
 * Which buckets of a slice there are to do.
 *
 * @param since where the first run begins, in milliseconds; null for the first row
 * @param until where this one ends
 * @param back how many milliseconds before what is done a run begins, to look again
 */
public record Unfinished(Long since, long until, long back) {
  /**
   * The buckets of a slice.
   *
   * @param done until when they are done; null if none is
   * @return null if there is nothing to do
   */
  public BucketSpan span(Long done) {
    Long from = done == null ? since : (Long) again(done);
    return from != null && from >= until ? null : new BucketSpan(from, until);
  }

  /** Whether a slice is done until a later time then. */
  public boolean isNews(Long done) {
    Long from = done == null ? since : done;
    return from == null || from < until;
  }

  private long again(long done) {
    long from = Math.subtractExact(done, back);
    return since == null ? from : Math.max(since, from);
  }
}
