/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.plan;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.run.Ground;
import org.cassandrastats.client.run.QuerySurvey;
import org.cassandrastats.client.run.Stretch;
import org.cassandrastats.tools.console.UserError;

/**
 * Parts of a query that are asked as a sample.
 *
 * @param small a few rows
 * @param large each of about the wanted number of rows, from different places
 */
record SampleStretches(Stretch small, List<Stretch> large) {
  private static final int FEW = 10;
  private static final int PLACES = 3;
  private static final int MOST_RANGES = 24;

  /** Rows with one key cannot be told from each other. */
  private static final int LARGEST_CROWD = 20_000;

  /** A partition with so many times the wanted rows is sampled inside. */
  private static final double TOO_LARGE = 4;

  /** Chooses the parts, of so many rows each. */
  static SampleStretches choose(QuerySurvey survey, RowSurvey.Found found, int rows)
      throws InterruptedException {
    return survey.isWholeTable()
        ? ofTable(survey, found.rowsPerPartition(), rows)
        : ofGround(survey.ground(), rows);
  }

  private static SampleStretches ofGround(Ground ground, int rows) throws InterruptedException {
    Stretch first = first(ground, rows);
    List<Stretch> large = new ArrayList<>(List.of(first));
    for (int i = 1; i < PLACES && !first.look().complete(); i++) {
      Stretch next = ground.look((double) i / PLACES, 1, rows);
      if (next.look().count() >= rows / 2) {
        large.add(next);
      }
    }
    Stretch few = ground.look(0, 1, FEW);
    return new SampleStretches(few.look().isCrowded() ? first : few, large);
  }

  private static Stretch first(Ground ground, int rows) throws InterruptedException {
    Stretch first = ground.look(0, 1, rows);
    if (first.look().isCrowded()) {
      first = ground.look(0, 1, LARGEST_CROWD);
    }
    if (first.look().isCrowded()) {
      throw new UserError(
          "%,d rows and more have the same key, so that no short part can be cut from them. Name more clustering columns with =."
              .formatted(LARGEST_CROWD));
    }
    return first;
  }

  private static SampleStretches ofTable(QuerySurvey survey, double perPartition, int rows)
      throws InterruptedException {
    boolean inside = perPartition > TOO_LARGE * rows;
    int partitions = (int) Math.max(1, Math.round(rows / Math.max(1, perPartition)));
    Stretch small = null;
    List<Stretch> large = new ArrayList<>();
    for (int which = 0; which < MOST_RANGES && large.size() < PLACES; which++) {
      Stretch stretch = survey.owned(which, partitions);
      if (stretch.partitions() == 0) {
        continue;
      }
      SampleStretches within =
          small == null || inside ? ofGround(survey.partition(stretch, 0), rows) : null;
      small = small == null ? within.small() : small;
      large.add(inside ? within.large().get(0) : stretch);
    }
    return small == null ? ofGround(survey.ground(), rows) : new SampleStretches(small, large);
  }
}
