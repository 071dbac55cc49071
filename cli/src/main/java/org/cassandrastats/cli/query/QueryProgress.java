/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.util.Locale;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.ShareProgress;
import org.cassandrastats.client.StatsListener;
import org.cassandrastats.client.StatsProgress;

/** Shows how far a run has come, from its first range on: what is refused shows nothing. */
final class QueryProgress implements StatsListener, AutoCloseable {
  private final ShareProgress bar;

  QueryProgress(Console console) {
    this.bar = console.share("Reading");
  }

  @Override
  public void reached(StatsProgress progress) {
    double seconds = Math.max(1e-3, progress.elapsed().toNanos() / 1e9);
    bar.reached(
        progress.part(),
        String.format(
            Locale.ROOT,
            "%,d rows, %,.0f rows/s",
            progress.rows(),
            (progress.rows() - progress.rowsBefore()) / seconds));
  }

  @Override
  public void close() {
    bar.close();
  }
}
