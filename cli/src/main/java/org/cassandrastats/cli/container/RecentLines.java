/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.container;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a log; a container that failed to start is gone, and its log with it. */
final class RecentLines {
  private final int limit;
  private final Deque<String> lines = new ArrayDeque<>();

  RecentLines(int limit) {
    this.limit = limit;
  }

  synchronized void add(String line) {
    lines.addLast(line);
    if (lines.size() > limit) {
      lines.removeFirst();
    }
  }

  @Override
  public synchronized String toString() {
    return String.join(System.lineSeparator(), lines);
  }
}
