/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.util.Optional;

/** How the server jar of a node reads what aggregates are over. */
public record NodeReads(NodeManagement node) {
  private static final String DIRECT_READS = "org.cassandrastats:type=DirectReads";
  private static final String CURSOR_READS = "org.cassandrastats:type=CursorReads";
  private static final String RUNNING = "org.cassandrastats:type=RunningAggregations";
  private static final String ENABLED = "Enabled";
  private static final String PAGES = "Pages";

  /** Sets how aggregates read from now on. */
  public void set(ReadPath path) {
    node.set(DIRECT_READS, ENABLED, path.isDirect());
    node.set(DIRECT_READS, "FewerColumns", path.hasFewerColumns());
    node.set(CURSOR_READS, ENABLED, path.hasCursors());
    // What is watched goes through code of the jar, too.
    node.set(RUNNING, ENABLED, path != ReadPath.CASSANDRA);
  }

  /** How many pages were read directly since the node was started. */
  public long directPages() {
    return (Long) node.attribute(DIRECT_READS, PAGES);
  }

  /** How many pages cursors have read since then. */
  public long cursorPages() {
    return (Long) node.attribute(CURSOR_READS, PAGES);
  }

  /** What has turned cursors off since they were set; empty if nothing has. */
  public Optional<String> cursorError() {
    return Optional.ofNullable((String) node.attribute(CURSOR_READS, "Error"));
  }
}
