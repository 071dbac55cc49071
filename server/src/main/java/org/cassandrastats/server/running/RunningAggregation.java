/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import java.time.Instant;
import org.apache.cassandra.exceptions.InvalidRequestException;

/** One request for an aggregate, from its first page to its answer. */
public final class RunningAggregation {
  private final long id;
  private final String role;
  private final String client;
  private final String table;
  private final String statement;
  private final Instant started = Instant.now();
  private volatile long pages;
  private volatile long rows;
  private volatile boolean stopped;

  RunningAggregation(long id, String role, String client, String table, String statement) {
    this.id = id;
    this.role = role;
    this.client = client;
    this.table = table;
    this.statement = statement;
  }

  /**
   * Notes that a page is about to be read. Called by the thread of the request only.
   *
   * @param rowsSoFar of the pages before
   * @throws InvalidRequestException if somebody has stopped it; drivers do not send such a request
   *     again
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes, others read.
  void nextPage(long rowsSoFar) {
    if (stopped) {
      throw new InvalidRequestException(
          "this aggregation, " + id + " of stats_admin.running_aggregations, was stopped");
    }
    pages++;
    rows = rowsSoFar;
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

  String client() {
    return client;
  }

  String table() {
    return table;
  }

  String statement() {
    return statement;
  }

  Instant started() {
    return started;
  }

  long pages() {
    return pages;
  }

  long rows() {
    return rows;
  }
}
