/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** What a driver may do about a request that takes long; "the time" is that of the query alone. */
enum DriverPolicy {
  PLAIN("neither time-out nor deadline"),
  SESSION_TIMEOUT("time-out of the session: half the time"),
  STATEMENT_TIMEOUT("the same session, time-out of the statement: 20 times the time"),
  DEFAULT_RETRY("read_request_timeout: half the time; the driver's own retry policy"),
  RETRYING("the same, a policy that retries once"),
  SPECULATIVE_NOT_IDEMPOTENT("speculative execution after half the time, statement not idempotent"),
  SPECULATIVE("the same, statement idempotent");

  private final String label;

  DriverPolicy(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
