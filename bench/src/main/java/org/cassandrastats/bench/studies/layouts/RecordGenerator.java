/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/**
 * Makes records like the events of GDELT (gdeltproject.org), in the order of their time. Each
 * column draws from a generator of its own, so that the first twenty are the same however many
 * there are.
 */
final class RecordGenerator {
  /** What is filtered by. */
  static final int EVENT_CODE = 5;

  private static final int COUNTRIES = 200;
  private static final int EVENT_CODES = 300;
  private static final int DAYS = 30;
  private static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 1);

  private final int records;
  private final long seed;
  private final Vocabulary countries;
  private final Places places;
  private final List<Column> columns = new ArrayList<>();

  RecordGenerator(int records, long seed) {
    this.records = records;
    this.seed = seed;
    this.countries = Vocabulary.ofCodes(COUNTRIES, 3, random("countries"));
    this.places = new Places(countries, random("places"));
  }

  /** The columns that every record has. */
  List<Column> standard() {
    ids();
    int[] day = new int[records];
    Arrays.setAll(day, row -> (int) ((long) row * DAYS / records));
    ints("day", row -> number(FIRST_DAY.plusDays(day[row])));
    doubles(
        "fraction_date",
        row ->
            Places.rounded(
                FIRST_DAY.getYear() + (FIRST_DAY.plusDays(day[row]).getDayOfYear() - 1) / 365.0,
                4));
    texts("actor1_country", countries, 1);
    texts("actor2_country", countries, 0.7);
    events();
    counts();
    SplittableRandom ofTone = random("tone");
    doubles("tone", row -> Places.rounded(-1.5 + 3.5 * ofTone.nextGaussian(), 2));
    Places.Place[] place = places.draw(records, random("place"));
    doubles("latitude", row -> place[row].latitude());
    doubles("longitude", row -> place[row].longitude());
    texts("place", row -> place[row].name());
    ints("place_type", row -> place[row].type());
    SplittableRandom ofRoot = random("is_root");
    ints("is_root", row -> ofRoot.nextInt(3) == 0 ? 0 : 1);
    SplittableRandom ofAdded = random("added");
    ints("added", row -> number(FIRST_DAY.plusDays(day[row] + ofAdded.nextInt(20) / 19)));
    urls(day);
    return columns;
  }

  /** Those and 37 more, as the later files of GDELT have them. */
  List<Column> wide() {
    standard();
    Places.Place[] place = places.draw(records, random("place"));
    for (int actor = 1; actor <= 2; actor++) {
      actor("actor" + actor);
      location("actor" + actor);
    }
    String[] codes = columns.get(EVENT_CODE).texts();
    double[] day = columns.get(1).numbers();
    ints("month", row -> Math.floor(day[row] / 100));
    ints("year", row -> Math.floor(day[row] / 10_000));
    texts("base_code", row -> codes[row].substring(0, 3));
    texts("place_country", row -> place[row].country());
    texts("place_feature", row -> place[row].feature());
    return columns;
  }

  private void actor(String actor) {
    texts(actor + "_code", Vocabulary.ofCodes(2000, 6, random(actor + " codes")), 0.9);
    texts(actor + "_name", Vocabulary.ofNames(5000, 4, 16, random(actor + " names")), 0.9);
    texts(actor + "_known_group", Vocabulary.ofCodes(100, 3, random(actor + " groups")), 0.02);
    texts(actor + "_ethnic", Vocabulary.ofCodes(80, 3, random(actor + " ethnic")), 0.03);
    texts(actor + "_religion1", Vocabulary.ofCodes(20, 3, random(actor + " religions")), 0.03);
    texts(actor + "_religion2", Vocabulary.ofCodes(20, 3, random(actor + " religions")), 0.01);
    texts(actor + "_type1", Vocabulary.ofCodes(30, 3, random(actor + " types")), 0.4);
    texts(actor + "_type2", Vocabulary.ofCodes(30, 3, random(actor + " types")), 0.08);
    texts(actor + "_type3", Vocabulary.ofCodes(30, 3, random(actor + " types")), 0.01);
  }

  private void location(String actor) {
    Places.Place[] place = places.draw(records, random(actor + " place"));
    ints(actor + "_geo_type", row -> place[row].type());
    texts(actor + "_geo_name", row -> place[row].name());
    texts(actor + "_geo_country", row -> place[row].country());
    texts(actor + "_geo_region", row -> place[row].region());
    doubles(actor + "_geo_latitude", row -> place[row].latitude());
    doubles(actor + "_geo_longitude", row -> place[row].longitude());
    texts(actor + "_geo_feature", row -> place[row].feature());
  }

  private void ids() {
    SplittableRandom random = random("event_id");
    double[] ids = new double[records];
    double id = 400_000_000;
    for (int row = 0; row < records; row++) {
      id += 1 + random.nextInt(3);
      ids[row] = id;
    }
    columns.add(Column.ofInts("event_id", ids));
  }

  /** A code, and what follows from it: its class, and how much it is for peace. */
  private void events() {
    Vocabulary codes = Vocabulary.ofNumbers(EVENT_CODES, 4, random("event codes"));
    double[] goldstein = new double[EVENT_CODES];
    SplittableRandom ofScale = random("goldstein");
    Arrays.setAll(goldstein, code -> Places.rounded(ofScale.nextDouble(-10, 10), 1));
    SplittableRandom random = random("event_code");
    int[] code = new int[records];
    Arrays.setAll(code, row -> codes.draw(random));
    texts("event_code", row -> codes.word(code[row]));
    ints("root_code", row -> 1 + root(codes.word(code[row])));
    ints("quad_class", row -> 1 + Math.floor(root(codes.word(code[row])) / 5.0));
    doubles("goldstein", row -> goldstein[code[row]]);
  }

  private static int root(String code) {
    return Integer.parseInt(code) / 500;
  }

  private void counts() {
    SplittableRandom random = random("counts");
    double[] mentions = new double[records];
    double[] sources = new double[records];
    double[] articles = new double[records];
    for (int row = 0; row < records; row++) {
      articles[row] = 1 + Math.floor(-4 * Math.log(1 - random.nextDouble()));
      mentions[row] = articles[row] + random.nextInt(3);
      sources[row] = random.nextInt(4) > 0 ? 1 : 1 + random.nextInt(4);
    }
    columns.add(Column.ofInts("mentions", mentions));
    columns.add(Column.ofInts("sources", sources));
    columns.add(Column.ofInts("articles", articles));
  }

  private void urls(int... day) {
    SplittableRandom random = random("source_url");
    Vocabulary sites = Vocabulary.ofNames(2000, 5, 14, random);
    Vocabulary words = Vocabulary.ofNames(4000, 3, 9, random);
    double[] ids = columns.get(0).numbers();
    texts(
        "source_url",
        row ->
            "https://www.%s.com/%s/%s-%s-%s-%d"
                .formatted(
                    sites.word(sites.draw(random)),
                    FIRST_DAY.plusDays(day[row]).toString().replace('-', '/'),
                    words.word(words.draw(random)),
                    words.word(words.draw(random)),
                    words.word(words.draw(random)),
                    (long) ids[row]));
  }

  private void ints(String name, IntToDoubleFunction value) {
    columns.add(Column.ofInts(name, numbers(value)));
  }

  private void doubles(String name, IntToDoubleFunction value) {
    columns.add(Column.ofDoubles(name, numbers(value)));
  }

  private double[] numbers(IntToDoubleFunction value) {
    double[] numbers = new double[records];
    Arrays.setAll(numbers, value);
    return numbers;
  }

  private void texts(String name, IntFunction<String> value) {
    String[] texts = new String[records];
    Arrays.setAll(texts, value);
    columns.add(Column.ofTexts(name, texts));
  }

  /** Words of a vocabulary; the empty text where a record has none. */
  private void texts(String name, Vocabulary words, double present) {
    SplittableRandom random = random(name);
    texts(name, row -> random.nextDouble() < present ? words.word(words.draw(random)) : "");
  }

  private SplittableRandom random(String purpose) {
    return new SplittableRandom(seed * 31 + purpose.hashCode());
  }

  private static double number(LocalDate day) {
    return day.getYear() * 10_000.0 + day.getMonthValue() * 100 + day.getDayOfMonth();
  }
}
