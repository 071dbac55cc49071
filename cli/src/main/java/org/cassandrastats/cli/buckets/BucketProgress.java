/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.util.Locale;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.ShareProgress;

/**
 * Shows how far a run has come, from its first bucket or slice on: what is refused shows nothing.
 */
public final class BucketProgress implements AutoCloseable {
  private final ShareProgress bar;

  /**
   * A bar.
   *
   * @param task what is done, such as Counting
   */
  public BucketProgress(Console console, String task) {
    this.bar = console.share(task);
  }

  /**
   * Shows what is done; counts are read one after the other, so that the last report is the last.
   */
  public synchronized void show(BucketTally tally) {
    bar.reached(
        tally.part(),
        String.format(Locale.ROOT, "%,d buckets, %,d rows", tally.buckets(), tally.rows()));
  }

  @Override
  public void close() {
    bar.close();
  }
}
