/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class RecordsTest {
  private static final int COUNT = 20_000;
  private static final long SEED = 20261122;
  private static final Records RECORDS = Records.generate(COUNT, 57, SEED);

  private static Column column(String name) {
    return RECORDS.columns().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Long> texts(String name) {
    return Arrays.stream(column(name).texts())
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static long different(String name) {
    return Arrays.stream(column(name).numbers()).distinct().count();
  }

  @Test
  void should_give_the_same_records_for_the_same_seed_however_many_columns_there_are() {
    Records fewer = Records.generate(COUNT, 20, SEED);

    assertThat(fewer.columns()).hasSize(20);
    assertThat(RECORDS.columns()).hasSize(57);
    assertThat(RECORDS.columns().stream().map(Column::name)).doesNotHaveDuplicates();
    for (int i = 0; i < 20; i++) {
      assertThat(fewer.column(i).name()).isEqualTo(RECORDS.column(i).name());
      assertThat(fewer.column(i).numbers()).isEqualTo(RECORDS.column(i).numbers());
      assertThat(fewer.column(i).texts()).isEqualTo(RECORDS.column(i).texts());
    }
  }

  @Test
  void should_give_other_records_for_another_seed() {
    Records other = Records.generate(COUNT, 20, SEED + 1);

    assertThat(other.column(Records.TONE).numbers())
        .isNotEqualTo(RECORDS.column(Records.TONE).numbers());
  }

  @Test
  void should_have_the_columns_that_questions_are_about() {
    assertThat(RECORDS.column(Records.ID).name()).isEqualTo("event_id");
    assertThat(RECORDS.column(Records.GROUP).name()).isEqualTo("actor1_country");
    assertThat(RECORDS.column(Records.EVENT_CODE).name()).isEqualTo("event_code");
    assertThat(RECORDS.column(Records.TONE).name()).isEqualTo("tone");
  }

  @Test
  void should_have_cardinalities_like_those_of_events() {
    assertThat(different("event_id")).isEqualTo(COUNT);
    assertThat(different("day")).isEqualTo(30);
    assertThat(different("month")).isEqualTo(1);
    assertThat(different("root_code")).isLessThanOrEqualTo(20);
    assertThat(different("quad_class")).isEqualTo(4);
    assertThat(different("tone")).isBetween(1500L, 3500L);
    assertThat(different("latitude")).isBetween(2000L, (long) Places.COUNT);
    assertThat(texts("actor1_country")).hasSizeBetween(190, 200).doesNotContainKey("");
    assertThat(texts("event_code")).hasSizeBetween(290, 300);
    assertThat(texts("source_url")).hasSize(COUNT);
    assertThat(texts("actor1_religion2")).hasSizeBetween(2, 21);
    assertThat(texts("actor2_country").get("")).isBetween(COUNT / 4L, COUNT * 35L / 100);
  }

  @Test
  void should_have_few_values_that_are_frequent() {
    List<Long> counts =
        texts("actor1_country").values().stream().sorted(Comparator.reverseOrder()).toList();

    // Zipf's law over 200 words: the first has a share of 1 / (1 + 1/2 + ... + 1/200).
    assertThat((double) counts.get(0) / COUNT).isCloseTo(0.17, within(0.02));
    assertThat((double) counts.get(1) / counts.get(0)).isCloseTo(0.5, within(0.08));
  }

  @Test
  void should_have_numbers_with_two_decimals_in_a_narrow_range() {
    assertThat(Arrays.stream(column("tone").numbers()).boxed())
        .allSatisfy(
            tone -> {
              assertThat(Math.rint(tone * 100) / 100).isEqualTo(tone);
              assertThat(tone).isBetween(-25.0, 25.0);
            });
  }

  @Test
  void should_divide_records_among_parts() {
    assertThat(RECORDS.parts()).isEqualTo(2);
    assertThat(RECORDS.sizeOf(0)).isEqualTo(Records.PER_PART);
    assertThat(RECORDS.sizeOf(0) + RECORDS.sizeOf(1)).isEqualTo(COUNT);
    assertThat(RECORDS.endOf(1)).isEqualTo(COUNT);
  }

  @Test
  void should_refuse_other_numbers_of_columns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Records.generate(10, 21, SEED))
        .withMessageContaining("20 or 57", "21");
  }
}
