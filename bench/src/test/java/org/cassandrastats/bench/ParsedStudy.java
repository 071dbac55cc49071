/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.study.Study;
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
