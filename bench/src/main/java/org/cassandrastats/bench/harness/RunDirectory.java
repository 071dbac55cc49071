/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;

/**
 * Where a run of a study leaves its files: in a directory that the user names, or else in a new one
 * of its own, so that no trial overwrites the results of another run.
 */
record RunDirectory(Path given, Path parent, String study, Console console) {
  private static final Path OF_THE_PROJECT = Path.of("docs", "measurements");
  private static final Path IN_THE_PROJECT = Path.of("target", "bench");
  private static final Path ELSEWHERE = Path.of("cassandra-stats-bench");
  private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /**
   * Directories of a study.
   *
   * @param given by the user; null for a new one
   */
  static RunDirectory choose(Path given, String study, Console console) {
    return new RunDirectory(
        given, Files.isDirectory(OF_THE_PROJECT) ? IN_THE_PROJECT : ELSEWHERE, study, console);
  }

  /** The file of the runs of a study that is not complete. */
  static Path unfinished(Path directory, String study) {
    return directory.resolve(study + ".unfinished.jsonl");
  }

  /**
   * The directory of a run: that of an interrupted run of the same settings if there is one, the
   * latest of several.
   */
  Path of(Map<String, String> settings, RunLog.Mode mode) {
    if (given != null) {
      return given;
    }
    List<Path> interrupted = interrupted();
    for (Path directory : interrupted) {
      if (RunLog.isOf(unfinished(directory, study), settings)) {
        return directory;
      }
    }
    if (!interrupted.isEmpty() && mode == RunLog.Mode.RESUME) {
      // Opening it says in which settings it differs.
      return interrupted.get(0);
    }
    if (!interrupted.isEmpty()) {
      console.say(
          "An interrupted run with other options, on another machine or of another program is left in %s."
              .formatted(interrupted.get(0)));
    }
    Path fresh = parent.resolve(study + "-" + LocalDateTime.now(ZoneOffset.UTC).format(NAME));
    if (mode != RunLog.Mode.RESUME) {
      console.say("Results go to " + fresh + ".");
    }
    return fresh;
  }

  /** Directories of runs that are not complete, the latest first. */
  private List<Path> interrupted() {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> directories = Files.list(parent)) {
      return directories
          .filter(directory -> directory.getFileName().toString().matches(study + "-\\d{8}-\\d{6}"))
          .filter(directory -> Files.exists(unfinished(directory, study)))
          .sorted(Comparator.reverseOrder())
          .toList();
    } catch (IOException failed) {
      throw new UserError("The directory %s cannot be read: %s".formatted(parent, failed), failed);
    }
  }
}
