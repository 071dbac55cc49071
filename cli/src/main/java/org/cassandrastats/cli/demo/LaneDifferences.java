/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Whether another lane gives the very bytes that a lane has given. */
final class LaneDifferences {
  private LaneDifferences() {}

  /**
   * Asks all questions again.
   *
   * @param keyspace of the other lane's functions
   * @return a line for each answer that differs
   */
  static List<String> of(DemoLaneRun run, String keyspace, CqlSession session) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < run.questions().size(); i++) {
      DemoQuestion question = run.questions().get(i);
      ByteBuffer answer = run.timings().get(i).answer().getBytesUnsafe(0);
      ByteBuffer other =
          DemoTable.ask(session, run.series().name(), question.in(keyspace)).getBytesUnsafe(0);
      if (!Objects.equals(answer, other)) {
        lines.add(
            "WRONG: %s and %s differ in their bytes over %d rows"
                .formatted(
                    question.in(run.keyspace()), question.in(keyspace), run.series().size()));
      }
    }
    return lines;
  }
}
