/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AnswersTest {
  private static final Records RECORDS = Records.generate(20_000, 20, 20261122);
  private static final Answers ANSWERS = new Answers(RECORDS);

  private static double tone(int row) {
    return RECORDS.column(Records.TONE).numbers()[row];
  }

  private static Map<String, Answers.Summary> groups() {
    Map<String, Answers.Summary> groups = new HashMap<>();
    for (int row = 0; row < RECORDS.count(); row++) {
      groups
          .computeIfAbsent(
              RECORDS.column(Records.GROUP).texts()[row], country -> new Answers.Summary())
          .add(tone(row));
    }
    return groups;
  }

  private static Answers.Summary filtered() {
    Answers.Summary summary = new Answers.Summary();
    IntStream.range(0, RECORDS.count())
        .filter(row -> RECORDS.column(Records.EVENT_CODE).texts()[row].equals(ANSWERS.filter()))
        .forEach(row -> summary.add(tone(row)));
    return summary;
  }

  /** All records in an order of their own, with one value changed or none. */
  private static Answers.Checksum checksum(int firstRow, int change) {
    Answers.Checksum checksum = new Answers.Checksum();
    for (int i = 0; i < RECORDS.count(); i++) {
      int row = (firstRow + i) % RECORDS.count();
      for (Column column : RECORDS.columns()) {
        checksum.value(column.hash(row) + (row == 5 && column.isText() ? change : 0));
      }
      checksum.endRecord();
    }
    return checksum;
  }

  @Test
  void should_filter_by_a_code_of_one_percent() {
    assertThat(ANSWERS.share()).isCloseTo(0.01, within(0.001));
    assertThat(filtered().count()).isEqualTo(Math.round(ANSWERS.share() * RECORDS.count()));
  }

  @Test
  void should_accept_exact_answers_in_any_order() {
    assertThat(ANSWERS.checkAll(checksum(0, 0))).isEmpty();
    assertThat(ANSWERS.checkAll(checksum(777, 0))).isEmpty();
    assertThat(ANSWERS.checkCount(20_000)).isEmpty();
    assertThat(ANSWERS.checkGroups(groups())).isEmpty();
    assertThat(ANSWERS.checkFiltered(filtered())).isEmpty();
  }

  @Test
  void should_tell_wrong_answers() {
    assertThat(ANSWERS.checkAll(checksum(0, 1))).get().asString().contains("all columns");
    assertThat(ANSWERS.checkOne(checksum(0, 0))).isPresent();
    assertThat(ANSWERS.checkCount(19_999)).get().asString().contains("19999 instead of 20000");

    Map<String, Answers.Summary> oneMore = groups();
    oneMore.values().iterator().next().add(1, 0, 0, 0);
    assertThat(ANSWERS.checkGroups(oneMore)).isPresent();
    Map<String, Answers.Summary> oneLess = groups();
    oneLess.remove(oneLess.keySet().iterator().next());
    assertThat(ANSWERS.checkGroups(oneLess)).get().asString().contains("groups instead of");

    Answers.Summary other = filtered();
    other.add(0.01);
    assertThat(ANSWERS.checkFiltered(other)).get().asString().contains(ANSWERS.filter());
    assertThat(ANSWERS.checkFiltered(new Answers.Summary())).isPresent();
  }

  @Test
  void should_join_groups_by_their_counts() {
    Answers.Summary summary = new Answers.Summary();
    summary.add(3, 2, 1, 4);
    summary.add(0, 0, 0, 0);
    summary.add(6);

    assertThat(summary.count()).isEqualTo(4);
    assertThat(summary.average()).isEqualTo(3);
    assertThat(summary.minimum()).isEqualTo(1);
    assertThat(summary.maximum()).isEqualTo(6);
  }
}
