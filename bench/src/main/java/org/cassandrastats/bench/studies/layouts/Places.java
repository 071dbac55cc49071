/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Places of the world that records name again and again. */
final class Places {
  static final int COUNT = 3000;

  private static final int TYPES = 5;
  private static final int LATITUDES = 90;
  private static final int LONGITUDES = 180;

  private final Vocabulary names;
  private final List<Place> all = new ArrayList<>();

  /** A place with its position. */
  record Place(
      String name,
      String country,
      double latitude,
      double longitude,
      double type,
      String region,
      String feature) {}

  /** Places in some countries. */
  Places(Vocabulary countries, SplittableRandom random) {
    this.names = Vocabulary.ofNames(COUNT, 6, 24, random);
    for (int rank = 0; rank < COUNT; rank++) {
      String country = countries.word(countries.draw(random));
      all.add(
          new Place(
              names.word(rank),
              country,
              rounded(random.nextDouble(-LATITUDES, LATITUDES), 4),
              rounded(random.nextDouble(-LONGITUDES, LONGITUDES), 4),
              1 + random.nextInt(TYPES),
              country.substring(0, 2) + (char) ('A' + random.nextInt(8)),
              Integer.toString(-100_000 - random.nextInt(3_000_000))));
    }
  }

  /** Draws places for records. */
  Place[] draw(int records, SplittableRandom random) {
    Place[] places = new Place[records];
    for (int row = 0; row < records; row++) {
      places[row] = all.get(names.draw(random));
    }
    return places;
  }

  /** The double that is nearest to a number of so many decimals. */
  static double rounded(double value, int decimals) {
    double power = Math.pow(10, decimals);
    // No -0.0: databases do not agree on what it is.
    return Math.rint(value * power) / power + 0.0;
  }
}
