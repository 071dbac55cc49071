/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;

/** Fills the tables of all candidates in turns, and carries out their reads and updates. */
final class CandidateRun {
  private static final int PARTS = 20;

  /** Held in memory at a time. */
  private static final int LARGEST_PART = 50_000;

  private static final int LARGEST_SAMPLE = 100_000;

  /** Characters of rows that are held in memory: those of the sample, and those of a part. */
  private static final long MOST_CHARACTERS = 50_000_000;

  private static final int SHOWN = 10_000;
  private static final Duration UNLIMITED = Duration.ofDays(1);

  private final StudyContext bench;
  private final CompareSettings settings;
  private final List<Candidate> candidates;
  private final DataRows data;
  private final Map<Cell, PreparedTask> tasks = new LinkedHashMap<>();
  private final List<DataRow> sample = new ArrayList<>();
  private final List<Phase> phases = new ArrayList<>();
  private int sampled = LARGEST_SAMPLE;
  private long characters;

  /** What was done from when to when. */
  record Phase(String name, Instant from, Instant to) {}

  /**
   * Prepares all statements, and looks at all values before one is written.
   *
   * @throws UserError if the server refuses a statement, or a value is none of its type
   */
  CandidateRun(
      StudyContext bench, CompareSettings settings, List<Candidate> candidates, DataRows data) {
    this.bench = bench;
    this.settings = settings;
    this.candidates = candidates;
    this.data = data;
    for (Candidate candidate : candidates) {
      for (CandidateTask task : candidate.tasks()) {
        tasks.put(
            CandidateCell.of(bench.lane(), candidate, task),
            PreparedTask.of(bench.session(), candidate, task, data, settings.level()));
      }
    }
    phase("check", this::check);
  }

  private void check() {
    List<PreparedTask> inserts = candidates.stream().map(this::insert).toList();
    SplittableRandom random = new SplittableRandom(settings.seed());
    try (Progress progress = bench.console().progress("Checking", data.count(), "rows")) {
      long[] seen = {0};
      data.each(
          row -> {
            inserts.forEach(insert -> insert.check(row));
            characters += length(row);
            keep(row, seen[0], random);
            seen[0]++;
            if (seen[0] % SHOWN == 0 || seen[0] == data.count()) {
              progress.reached(seen[0]);
            }
          });
    }
    sample.forEach(row -> tasks.values().forEach(task -> task.check(row)));
  }

  /** Each row is in the sample as probably as any other. */
  private void keep(DataRow row, long before, SplittableRandom random) {
    if (sample.size() < sampled) {
      sample.add(row);
      if (characters > MOST_CHARACTERS) {
        sampled = sample.size();
      }
    } else {
      long place = random.nextLong(before + 1);
      if (place < sampled) {
        sample.set((int) place, row);
      }
    }
  }

  private static long length(DataRow row) {
    long length = 0;
    for (String cell : row.cells()) {
      length += cell.length();
    }
    return length;
  }

  private PreparedTask insert(Candidate candidate) {
    return tasks.get(CandidateCell.of(bench.lane(), candidate, candidate.insert()));
  }

  /** Does something, and notes when. */
  void phase(String name, Runnable action) {
    Instant from = Instant.now();
    action.run();
    phases.add(new Phase(name, from, Instant.now()));
  }

  List<Phase> phases() {
    return List.copyOf(phases);
  }

  /**
   * Inserts all rows, a part into each candidate and then the next. The first twentieth does not
   * count: client and nodes warm up.
   *
   * @throws UserError if a request fails
   */
  void insert() {
    long fitting = MOST_CHARACTERS / Math.max(1, characters / data.count());
    long twentieth = (data.count() + PARTS - 1) / PARTS;
    int size = (int) Math.max(1, Math.min(Math.min(LARGEST_PART, fitting), twentieth));
    int warmUp = (int) (data.count() / PARTS / size);
    List<PreparedTask> order = new ArrayList<>(candidates.stream().map(this::insert).toList());
    List<DataRow> part = new ArrayList<>(size);
    try (Progress progress =
        bench.console().progress("Inserting", data.count() * candidates.size(), "rows")) {
      long[] inserted = {0};
      data.each(
          row -> {
            part.add(row);
            if (part.size() == size
                || inserted[0] / candidates.size() + part.size() == data.count()) {
              int number = (int) (inserted[0] / candidates.size() / size);
              for (PreparedTask each : order) {
                insert(each, part, number, number >= Math.max(1, warmUp));
                inserted[0] += part.size();
                progress.reached(inserted[0]);
              }
              part.clear();
              Collections.rotate(order, 1);
            }
          });
    }
  }

  private void insert(PreparedTask task, List<DataRow> part, int number, boolean isWarm) {
    Attempt attempt = task.run(part, settings.inFlight(), UNLIMITED);
    if (!attempt.isExact()) {
      bench.target().requireRunning();
      throw new UserError(
          "Rows cannot be inserted into %s (%s): %s: %s"
              .formatted(
                  task.candidate().label(),
                  task.candidate().place(task.task().statements().get(0)),
                  attempt.error(),
                  attempt.message()));
    }
    if (isWarm || data.count() <= part.size()) {
      bench.note(CandidateCell.of(bench.lane(), task.candidate(), task.task()), number, attempt);
    }
  }

  /**
   * Carries out a read or an update for rows that are drawn: the same ones for each candidate, and
   * in each run, so that a run that was resumed compares the same.
   */
  Attempt ask(Cell cell) {
    PreparedTask task = tasks.get(cell);
    SplittableRandom random =
        new SplittableRandom(settings.seed() + 31L * task.task().label().hashCode());
    List<DataRow> drawn =
        random.ints(settings.requests(), 0, sample.size()).mapToObj(sample::get).toList();
    return task.run(drawn, settings.inFlight(), settings.limit());
  }
}
