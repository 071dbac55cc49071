/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.plan.KeySpace.ProbedRange;

/**
 * Parts of a query that are asked as a sample.
 *
 * @param small a few rows
 * @param large each of about the wanted number of rows, from different places
 */
record SampleRanges(ProbedRange small, List<ProbedRange> large) {
  private static final int FEW = 10;
  private static final int PLACES = 3;
  private static final int MOST_RANGES = 24;

  /** Partitions of a range that are looked into for one that can be read. */
  private static final int MOST_LOOKED_INTO = 4;

  /** Rows with one key cannot be told from each other. */
  private static final int LARGEST_CROWD = 20_000;

  /** A partition with so many times the wanted rows is sampled inside. */
  private static final double TOO_LARGE = 4;

  /** A request of the sample has failed, and a smaller one may not. */
  static final class TooMuch extends Exception {
    TooMuch(String failure) {
      super(failure);
    }
  }

  /**
   * Chooses the parts, of so many rows each.
   *
   * @throws TooMuch if none is found that one request can be about
   */
  static SampleRanges choose(QuerySurvey survey, RowSurvey.Found found, int rows)
      throws InterruptedException, TooMuch {
    return survey.isWholeTable()
        ? ofTable(survey, found.rowsPerPartition(), rows)
        : ofKeySpace(survey.keySpace(), rows);
  }

  private static SampleRanges ofKeySpace(KeySpace keySpace, int rows) throws InterruptedException {
    ProbedRange first = first(keySpace, rows);
    List<ProbedRange> large = new ArrayList<>(List.of(first));
    for (int i = 1; i < PLACES && !first.found().complete(); i++) {
      ProbedRange next = keySpace.probe((double) i / PLACES, 1, rows);
      if (next.found().count() >= rows / 2) {
        large.add(next);
      }
    }
    ProbedRange few = keySpace.probe(0, 1, FEW);
    return new SampleRanges(few.found().isCrowded() ? first : few, large);
  }

  private static ProbedRange first(KeySpace keySpace, int rows) throws InterruptedException {
    ProbedRange first = keySpace.probe(0, 1, rows);
    if (first.found().isCrowded()) {
      first = keySpace.probe(0, 1, LARGEST_CROWD);
    }
    if (first.found().isCrowded()) {
      throw new StatsException(
          "%,d rows and more have the same key, so that no short part can be cut from them. Name more clustering columns with =."
              .formatted(LARGEST_CROWD));
    }
    return first;
  }

  private static SampleRanges ofTable(QuerySurvey survey, double perPartition, int rows)
      throws InterruptedException, TooMuch {
    boolean inside = perPartition > TOO_LARGE * rows;
    int partitions = (int) Math.max(1, Math.round(rows / Math.max(1, perPartition)));
    ProbedRange small = null;
    List<ProbedRange> large = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    for (int which = 0; which < MOST_RANGES && large.size() < PLACES; which++) {
      ProbedRange probed = survey.owned(which, partitions);
      if (probed.partitions() == 0) {
        continue;
      }
      boolean whole = !inside && !survey.ask(probed, survey.splitSelectors()).isTooMuch();
      if (whole && small != null) {
        large.add(probed);
        continue;
      }
      Optional<SampleRanges> within = within(survey, probed, rows, unreadable);
      if (within.isPresent()) {
        small = small == null ? within.get().small() : small;
        large.add(whole ? probed : within.get().large().get(0));
      }
    }
    if (small == null && !unreadable.isEmpty()) {
      throw new TooMuch(unreadable.get(0));
    }
    return small == null ? ofKeySpace(survey.keySpace(), rows) : new SampleRanges(small, large);
  }

  /** Parts of the first partition of which one can be read, where deleted rows are among others. */
  private static Optional<SampleRanges> within(
      QuerySurvey survey, ProbedRange probed, int rows, List<String> unreadable)
      throws InterruptedException {
    for (int i = 0; i < Math.min(MOST_LOOKED_INTO, probed.partitions()); i++) {
      SampleRanges ranges = ofKeySpace(survey.partition(probed, i), rows);
      QuerySurvey.Answer answer = survey.ask(ranges.large().get(0), survey.splitSelectors());
      if (!answer.isTooMuch()) {
        return Optional.of(ranges);
      }
      unreadable.add("in the partition %s, %s".formatted(survey.name(probed, i), answer.failure()));
    }
    return Optional.empty();
  }
}
