/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;

/** Sends reads and waits for as long as they take. */
final class Reads {
  static final int PAGE_SIZE = 5000;

  private static final Duration TIMEOUT = Duration.ofHours(2);

  private final CqlSession session;

  Reads(CqlSession session) {
    this.session = session;
  }

  ResultSet read(String cql, Object... values) {
    return session.execute(
        SimpleStatement.newInstance(cql, values).setPageSize(PAGE_SIZE).setTimeout(TIMEOUT));
  }

  /** Receives all rows and forgets them. */
  void receive(String cql, Object... values) {
    read(cql, values).forEach(row -> {});
  }
}
