/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.stream.LongStream;

/** Clients that wait for longer and longer. */
final class ExactOrTimedOut {
  private static final long FIRST_MILLIS = 1;
  private static final long LAST_MILLIS = 2048;

  private ExactOrTimedOut() {}

  /**
   * Asks with a client timeout of 1 ms, 2 ms, 4 ms and so on, and at last with one that is long
   * enough: the answer is the exact one, or there is an exception that names the timeout.
   */
  static void assertExactOrTimedOut(
      CqlSession session, SimpleStatement query, SeveralAnswers exact) {
    LongStream.iterate(FIRST_MILLIS, millis -> millis <= LAST_MILLIS, millis -> millis * 2)
        .mapToObj(Duration::ofMillis)
        .forEach(timeout -> assertExactOrTimedOut(session, query, exact, timeout));
    assertThat(SeveralAnswers.ask(session, query)).as("with time enough").isEqualTo(exact);
  }

  private static void assertExactOrTimedOut(
      CqlSession session, SimpleStatement query, SeveralAnswers exact, Duration timeout) {
    try {
      assertThat(SeveralAnswers.ask(session, query.setTimeout(timeout)))
          .as("client timeout %s", timeout)
          .isEqualTo(exact);
    } catch (DriverTimeoutException gaveUp) {
      assertThat(gaveUp).hasMessageContaining(timeout.toString());
    }
  }
}
