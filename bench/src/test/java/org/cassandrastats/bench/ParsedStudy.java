/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.cli.command.CassandraStats;
import picocli.CommandLine.ParseResult;

/** Studies as the command line makes them. */
public final class ParsedStudy {
  private ParsedStudy() {}

  /** The study of a command line that begins with its name. */
  public static Study of(String commandLine) {
    ParseResult bench =
        CassandraStats.commandLine(() -> false)
            .parseArgs(("bench " + commandLine).split(" ", -1))
            .subcommand();
    Study study = (Study) bench.subcommand().commandSpec().userObject();
    study.prepare();
    return study;
  }

  /** The first run of a cell. */
  public static MeasuredRun run(Cell cell, Attempt attempt) {
    return new MeasuredRun(cell.texts(), 0, false, attempt);
  }
}
