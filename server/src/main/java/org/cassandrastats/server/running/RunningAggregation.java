/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.exceptions.InvalidRequestException;

/** One request for an aggregate, from its first page to its answer. */
public final class RunningAggregation {
  private final long id;
  private final String role;
  private final InetSocketAddress client;
  private final String table;
  private final String statement;
  private final boolean showsLiterals;
  private final Instant started = Instant.now();
  private final long startedNanos = System.nanoTime();
  private final AtomicLong bytes = new AtomicLong();
  private volatile Progress progress = new Progress(0, 0, 0);
  private volatile boolean stopped;

  RunningAggregation(
      long id,
      String role,
      InetSocketAddress client,
      String table,
      String statement,
      boolean showsLiterals) {
    this.id = id;
    this.role = role;
    this.client = client;
    this.table = table;
    this.statement = statement;
    this.showsLiterals = showsLiterals;
  }

  /**
   * Does nothing unless somebody has stopped it.
   *
   * @throws InvalidRequestException which drivers do not answer by sending the request again
   */
  void check() {
    if (stopped) {
      throw new InvalidRequestException(
          "this aggregation, " + id + " of stats_admin.running_aggregations, was stopped");
    }
  }

  /**
   * Notes that a page is about to be read. Called by the thread of the request only.
   *
   * @param rowsSoFar of the pages before
   */
  void nextPage(long rowsSoFar) {
    progress = new Progress(progress.pages + 1, progress.cursorPages, rowsSoFar);
  }

  /** Notes that a page was read by a cursor. Called by the thread of the request only. */
  void countCursorPage() {
    progress = new Progress(progress.pages, progress.cursorPages + 1, progress.rows);
  }

  /** Notes how much memory a page took that was read directly. Called by any thread. */
  void addBytes(long ofPage) {
    bytes.addAndGet(ofPage);
  }

  void stop() {
    stopped = true;
  }

  long id() {
    return id;
  }

  String role() {
    return role;
  }

  /** The other end of the connection; null where there is none. */
  InetSocketAddress client() {
    return client;
  }

  String table() {
    return table;
  }

  /** In one line, without anything that a terminal would obey. */
  String statement() {
    if (statement == null) {
      return null;
    }
    String shown = showsLiterals ? statement : Literals.hidden(statement);
    return shown.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]+", " ");
  }

  Instant started() {
    return started;
  }

  /** A {@link System#nanoTime}. */
  long startedNanos() {
    return startedNanos;
  }

  /** Pages and rows of one moment: read one after the other, they would contradict each other. */
  Progress progress() {
    return progress;
  }

  long bytes() {
    return bytes.get();
  }

  /** How far it is: pages begun, those of them that cursors have read, and the rows before. */
  static final class Progress {
    final long pages;
    final long cursorPages;
    final long rows;

    private Progress(long pages, long cursorPages, long rows) {
      this.pages = pages;
      this.cursorPages = cursorPages;
      this.rows = rows;
    }
  }
}
