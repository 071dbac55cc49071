/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.study;

import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Parallel;
import org.cassandrastats.bench.run.Rounds;

/** What is asked in the cells of a study, as long as its nodes are there. */
public interface Questions extends Rounds.Question, AutoCloseable {
  /** Questions that need something to be closed behind them. */
  static Questions closing(Parallel threads, Rounds.Question question) {
    return new Questions() {
      @Override
      public Attempt ask(Cell cell, boolean traced) {
        return question.ask(cell, traced);
      }

      @Override
      public void close() {
        threads.close();
      }
    };
  }

  @Override
  default void close() {}
}
