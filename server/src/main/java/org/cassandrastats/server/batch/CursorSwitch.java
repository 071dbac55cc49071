/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.cassandrastats.server.admin.Features;
import org.cassandrastats.server.cursor.PageCheck;
import org.cassandrastats.server.setting.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether pages are read by cursors, and how many were. */
public final class CursorSwitch implements CursorReadsControl {
  /** The property that turns cursor reads on. */
  public static final String PROPERTY = "cassandra.stats.cursor_reads";

  /** The property that says how many pages are read for one that is compared; 0 for none. */
  public static final String CHECK_PROPERTY = "cassandra.stats.cursor_check";

  private static final int CHECKED_EVERY = 200;
  private static final Logger LOGGER = LoggerFactory.getLogger(CursorSwitch.class);

  private final LongAdder pages = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder leftPages = new LongAdder();
  private final PageCheck check;
  private final Runnable page;
  private volatile boolean enabled;

  /** Whether the SSTables in the jar have been read in both ways. */
  private volatile boolean checked;

  private volatile String error;
  private volatile String leftBecause;

  private CursorSwitch(boolean enabled, int checkedEvery, Runnable page) {
    this.enabled = enabled;
    this.check = new PageCheck(checkedEvery);
    this.page = page;
  }

  /**
   * That of this node.
   *
   * @param page is run for each page that was read, by the thread of its request
   */
  public static CursorSwitch ofThisNode(Runnable page) {
    return new CursorSwitch(
        Settings.isOn(PROPERTY, false),
        (int) Settings.number(CHECK_PROPERTY, CHECKED_EVERY, Integer.MAX_VALUE),
        page);
  }

  /** Shows what of it is active. */
  public void addTo(Features features) {
    features.add(PROPERTY, this::isEnabled, this::state);
    features.add(CHECK_PROPERTY, this::getCheckedEvery, this::state);
  }

  private String state() {
    String failed = error;
    return failed != null ? failed : enabled ? Features.ACTIVE : "turned off";
  }

  /**
   * Whether the next page is to be read so. Where the node was started with them, the first who
   * asks waits for the check of formats.
   */
  public boolean isOn() {
    return enabled && error == null && (checked || checkFormats());
  }

  private synchronized boolean checkFormats() {
    if (!checked) {
      try {
        FormatCheck.run();
      } catch (IOException | RuntimeException | LinkageError | AssertionError failed) {
        trip(failed, "of the SSTables in the jar");
      }
      checked = true;
    }
    return error == null;
  }

  PageCheck check() {
    return check;
  }

  void read(int newRows) {
    pages.increment();
    rows.add(newRows);
    page.run();
  }

  void left(String reason) {
    leftPages.increment();
    leftBecause = reason;
  }

  /** Turns cursor reads off because of what happened in a read: aggregations go on without them. */
  public void trip(Throwable unexpected, String read) {
    if (error == null) {
      error = unexpected.toString();
      LOGGER.error(
          "cassandra-stats has turned its cursor reads off: aggregations go on without them."
              + " Please report it, with the read: {}",
          read,
          unexpected);
    }
  }

  @Override
  public boolean isEnabled() {
    return enabled;
  }

  /** Checks the formats, so that no request waits for that. */
  @Override
  public void setEnabled(boolean newEnabled) {
    if (newEnabled) {
      error = null;
      checked = false;
    }
    enabled = newEnabled;
    if (newEnabled) {
      checkFormats();
    }
  }

  @Override
  public int getCheckedEvery() {
    return check.every();
  }

  @Override
  public void setCheckedEvery(int newEvery) {
    check.setEvery(newEvery);
  }

  @Override
  public boolean isFailed() {
    return error != null;
  }

  @Override
  public String getError() {
    return error;
  }

  @Override
  public long getPages() {
    return pages.sum();
  }

  @Override
  public long getRows() {
    return rows.sum();
  }

  @Override
  public long getLeftPages() {
    return leftPages.sum();
  }

  @Override
  public String getLeftBecause() {
    return leftBecause;
  }
}
