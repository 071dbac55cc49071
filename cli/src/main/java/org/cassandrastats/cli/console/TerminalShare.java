/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress as a bar with the part that is done, the remaining time and a note. */
final class TerminalShare implements ShareProgress {
  private static final int STEPS = 1000;

  private final ProgressBar bar;

  TerminalShare(String task) {
    bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(STEPS)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .build();
  }

  @Override
  public void reached(double part, String note) {
    bar.setExtraMessage(note);
    bar.stepTo(Math.round(part * STEPS));
  }

  @Override
  public void close() {
    bar.close();
  }
}
