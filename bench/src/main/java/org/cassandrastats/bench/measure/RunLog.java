/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.cassandrastats.cli.console.UserError;

/**
 * The runs of a study, in a file of JSON lines that grows with every one of them, so that a study
 * that was interrupted can go on. The first line holds the settings: runs of different settings are
 * never mixed.
 */
public final class RunLog implements AutoCloseable {
  /** What to do with a file that an interrupted study has left. */
  public enum Mode {
    /** Go on if there is one. */
    CONTINUE,
    /** Go on; there has to be one. */
    RESUME,
    /** Begin anew. */
    RESTART
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final StudyLock lock;
  private final List<MeasuredRun> runs;
  private final Writer writer;

  private RunLog(Path file, StudyLock lock, List<MeasuredRun> runs, Writer writer) {
    this.file = file;
    this.lock = lock;
    this.runs = runs;
    this.writer = writer;
  }

  /**
   * Opens the file of a study.
   *
   * @param settings all that the runs depend on, by name
   * @throws UserError if the file is of other settings, missing where it has to be there, or in use
   */
  public static RunLog open(Path file, Map<String, String> settings, Mode mode) {
    return open(file, settings, mode, run -> true);
  }

  /**
   * Opens the file of a study.
   *
   * @param kept runs that are not measured again
   */
  public static RunLog open(
      Path file, Map<String, String> settings, Mode mode, Predicate<MeasuredRun> kept) {
    if (mode == Mode.RESUME && !Files.exists(file)) {
      throw new UserError(
          "There is nothing to resume: %s does not exist. Leave out --resume, or give the --output of the study that was interrupted."
              .formatted(file));
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      StudyLock lock = StudyLock.of(file);
      try {
        return open(file, settings, mode, kept, lock);
      } catch (IOException | RuntimeException failed) {
        lock.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw unusable(file, failed);
    }
  }

  private static RunLog open(
      Path file,
      Map<String, String> settings,
      Mode mode,
      Predicate<MeasuredRun> kept,
      StudyLock lock)
      throws IOException {
    boolean exists = Files.exists(file) && mode != Mode.RESTART;
    List<MeasuredRun> runs = exists ? read(file, settings) : new ArrayList<>();
    runs.removeIf(kept.negate());
    // An interruption from here on must not lose the runs that are there.
    Path fresh = Path.of(file + ".new");
    try (Writer writer = Files.newBufferedWriter(fresh)) {
      write(writer, settings);
      for (MeasuredRun run : runs) {
        write(writer, run);
      }
    }
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    return new RunLog(file, lock, runs, Files.newBufferedWriter(file, StandardOpenOption.APPEND));
  }

  private static UserError unusable(Path file, IOException failed) {
    return new UserError("The file %s cannot be used: %s".formatted(file, failed), failed);
  }

  private static List<MeasuredRun> read(Path file, Map<String, String> settings)
      throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty()) {
      return new ArrayList<>();
    }
    requireSame(file, settings, settingsOf(file, lines.get(0)));
    List<MeasuredRun> runs = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      try {
        runs.add(JSON.readValue(lines.get(i), MeasuredRun.class));
      } catch (JsonProcessingException unreadable) {
        if (i < lines.size() - 1) {
          throw new UserError(
              "Line %d of %s is damaged. Add --restart to begin anew.".formatted(i + 1, file),
              unreadable);
        }
        // The run that was being written when the study was interrupted: it is measured again.
      }
    }
    return runs;
  }

  private static Map<String, String> settingsOf(Path file, String line) {
    Map<String, String> settings = new LinkedHashMap<>();
    try {
      JsonNode node = JSON.readTree(line);
      node.properties().forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
      return settings;
    } catch (JsonProcessingException foreign) {
      throw new UserError(
          "The file %s is not one of a study. Remove it, or give another --output.".formatted(file),
          foreign);
    }
  }

  private static void requireSame(
      Path file, Map<String, String> wanted, Map<String, String> found) {
    List<String> differences = new ArrayList<>();
    Map<String, String> names = new LinkedHashMap<>(wanted);
    names.putAll(found);
    for (String name : names.keySet()) {
      String before = found.getOrDefault(name, "(not set)");
      String now = wanted.getOrDefault(name, "(not set)");
      if (!before.equals(now)) {
        differences.add("%s was %s, now %s".formatted(name, before, now));
      }
    }
    if (!differences.isEmpty()) {
      throw new UserError(
          "An interrupted study of other settings is in %s:\n  %s\nGive the same options to go on with it, --restart to discard it, or another --output."
              .formatted(file, String.join("\n  ", differences)));
    }
  }

  /**
   * Whether an interrupted study of some settings has left a file.
   *
   * @param settings all that the runs depend on, by name
   */
  public static boolean isOf(Path file, Map<String, String> settings) {
    try {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      return !lines.isEmpty() && settingsOf(file, lines.get(0)).equals(settings);
    } catch (IOException failed) {
      throw unusable(file, failed);
    }
  }

  /**
   * The runs of a file, which may be in use; none if there is no file, or one of other settings.
   *
   * @param settings all that the runs depend on, by name
   */
  public static List<MeasuredRun> runs(Path file, Map<String, String> settings) {
    try {
      return isOf(file, settings) ? List.copyOf(read(file, settings)) : List.of();
    } catch (IOException failed) {
      throw unusable(file, failed);
    }
  }

  /** Adds a run; it is on the disk when this returns. */
  public void add(MeasuredRun run) {
    try {
      write(writer, run);
    } catch (IOException failed) {
      throw new UserError(
          "A run cannot be written to %s: %s. The runs before it are there: the same command resumes."
              .formatted(file, failed.getMessage()),
          failed);
    }
    runs.add(run);
  }

  private static void write(Writer writer, Object line) throws IOException {
    writer.write(JSON.writeValueAsString(line));
    writer.write('\n');
    writer.flush();
  }

  /** Whether a run is there already. */
  public boolean has(Cell cell, int run, boolean traced) {
    return runs.stream()
        .anyMatch(
            known ->
                known.run() == run
                    && known.traced() == traced
                    && known.cell().equals(cell.texts()));
  }

  /** Whether what is measured once of a cell is there already. */
  public boolean has(Cell cell, int run) {
    return has(cell, run, false);
  }

  /** Whether any run is there. */
  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /** All runs. */
  public Results results() {
    return new Results(runs);
  }

  /** Removes the file: the study is complete, and its results are written elsewhere. */
  public void discard() {
    try {
      writer.close();
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      throw unusable(file, failed);
    }
    close();
  }

  @Override
  public void close() {
    try {
      writer.close();
      // What failed before anything was measured is nothing to go on with.
      if (runs.isEmpty()) {
        Files.deleteIfExists(file);
      }
      lock.close();
    } catch (IOException failed) {
      throw unusable(file, failed);
    }
  }
}
