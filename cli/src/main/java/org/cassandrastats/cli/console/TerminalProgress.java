/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress as a bar with speed and remaining time. */
final class TerminalProgress implements Progress {
  private final ProgressBar bar;

  TerminalProgress(String task, long total, String unit) {
    bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(total)
            .setUnit(" " + unit, 1)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .showSpeed()
            .build();
  }

  @Override
  public void reached(long done) {
    bar.stepTo(done);
  }

  @Override
  public void close() {
    bar.close();
  }
}
