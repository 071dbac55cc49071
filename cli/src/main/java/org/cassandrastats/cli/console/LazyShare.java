/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import java.util.function.Supplier;

/** Progress that is shown from its first report on: a task that is refused shows nothing. */
final class LazyShare implements ShareProgress {
  private final Supplier<ShareProgress> opener;
  private ShareProgress shown;

  LazyShare(Supplier<ShareProgress> opener) {
    this.opener = opener;
  }

  @Override
  public synchronized void reached(double part, String note) {
    if (shown == null) {
      shown = opener.get();
    }
    shown.reached(part, note);
  }

  @Override
  public synchronized void close() {
    if (shown != null) {
      shown.close();
    }
  }
}
