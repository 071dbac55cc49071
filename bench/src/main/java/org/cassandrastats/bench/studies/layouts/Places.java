/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.SplittableRandom;

/** Places of the world, each with its position, that records name again and again. */
final class Places {
  static final int COUNT = 3000;

  private static final int TYPES = 5;
  private static final int LATITUDES = 90;
  private static final int LONGITUDES = 180;

  private final Vocabulary names;
  private final Vocabulary countries;
  private final int[] country = new int[COUNT];
  private final double[] latitude = new double[COUNT];
  private final double[] longitude = new double[COUNT];
  private final double[] type = new double[COUNT];
  private final String[] region = new String[COUNT];
  private final String[] feature = new String[COUNT];

  /** Places in some countries. */
  Places(Vocabulary countries, SplittableRandom random) {
    this.countries = countries;
    this.names = Vocabulary.ofNames(COUNT, 6, 24, random);
    for (int place = 0; place < COUNT; place++) {
      country[place] = countries.draw(random);
      latitude[place] = rounded(random.nextDouble(-LATITUDES, LATITUDES), 4);
      longitude[place] = rounded(random.nextDouble(-LONGITUDES, LONGITUDES), 4);
      type[place] = 1 + random.nextInt(TYPES);
      region[place] =
          countries.word(country[place]).substring(0, 2) + (char) ('A' + random.nextInt(8));
      feature[place] = Integer.toString(-100_000 - random.nextInt(3_000_000));
    }
  }

  /** Draws places for records. */
  int[] draw(int records, SplittableRandom random) {
    int[] places = new int[records];
    for (int row = 0; row < records; row++) {
      places[row] = names.draw(random);
    }
    return places;
  }

  String name(int place) {
    return names.word(place);
  }

  String country(int place) {
    return countries.word(country[place]);
  }

  double latitude(int place) {
    return latitude[place];
  }

  double longitude(int place) {
    return longitude[place];
  }

  double type(int place) {
    return type[place];
  }

  String region(int place) {
    return region[place];
  }

  String feature(int place) {
    return feature[place];
  }

  /** The double that is nearest to a number of so many decimals. */
  static double rounded(double value, int decimals) {
    double power = Math.pow(10, decimals);
    // No -0.0: databases do not agree on what it is.
    return Math.rint(value * power) / power + 0.0;
  }
}
