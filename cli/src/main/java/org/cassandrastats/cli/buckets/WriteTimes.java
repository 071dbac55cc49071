/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds out, before anything is made or written, whether nodes take write times of clients, which a
 * guardrail may forbid. They look for such a time each time that a statement is sent, but do not
 * when one is prepared that they have already.
 */
public record WriteTimes(StatementSender calls) {
  /**
   * Fails if they take none. Whatever else they refuse is told where it is needed.
   *
   * @param write a statement that writes as of a time, where its table is there
   * @param other a table that is there, whatever may be done to it
   */
  public void tryOut(Optional<String> write, BucketSource other) {
    try {
      if (write.isPresent()) {
        // At this level nothing is written without a condition.
        var unused = calls.rows(calls.serial(calls.bind(calls.prepare(write.get()), List.of())));
      } else {
        // One that no node has; nobody executes it.
        var unused =
            calls.prepare(
                "DELETE FROM %s USING TIMESTAMP %d WHERE %s"
                    .formatted(
                        other.name(),
                        ThreadLocalRandom.current().nextLong(Long.MAX_VALUE),
                        other.keyMarkers()));
      }
    } catch (QueryValidationException refused) {
      if (StatementSender.isWriteTime(refused)) {
        throw refused;
      }
    }
  }
}
