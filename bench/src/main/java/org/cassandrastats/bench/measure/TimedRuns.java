/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** Runs contenders in turns; the turns rotate, so that none is always behind the same other. */
final class TimedRuns {
  private final CqlSession session;
  private final Console console;

  TimedRuns(CqlSession session, Console console) {
    this.session = session;
    this.console = console;
  }

  Timings run(List<Contender> contenders, int warmUp, int runs) {
    Timings timings = new Timings(contenders);
    List<Contender> order = new ArrayList<>(contenders);
    try (Progress progress =
        console.progress("Measuring", (long) (warmUp + runs) * contenders.size(), "queries")) {
      for (int run = 0; run < warmUp + runs; run++) {
        for (int turn = 0; turn < order.size(); turn++) {
          Contender contender = order.get(turn);
          long nanoseconds = time(contender);
          if (run >= warmUp) {
            timings.add(contender, nanoseconds);
          }
          progress.reached((long) run * order.size() + turn + 1);
        }
        Collections.rotate(order, 1);
      }
    }
    return timings;
  }

  private long time(Contender contender) {
    long start = System.nanoTime();
    session.execute(SensorPartition.query(contender)).one();
    return System.nanoTime() - start;
  }
}
