/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RecordAnswersTest {
  private static final Records RECORDS = Records.generate(20_000, 20, 20261122);
  private static final RecordAnswers ANSWERS = new RecordAnswers(RECORDS);

  private static double tone(int row) {
    return RECORDS.column(Records.TONE).numbers()[row];
  }

  private static Map<String, RecordAnswers.Summary> groups() {
    Map<String, RecordAnswers.Summary> groups = new HashMap<>();
    for (int row = 0; row < RECORDS.count(); row++) {
      groups
          .computeIfAbsent(
              RECORDS.column(Records.GROUP).texts()[row], country -> new RecordAnswers.Summary())
          .add(tone(row));
    }
    return groups;
  }

  private static RecordAnswers.Summary filtered() {
    RecordAnswers.Summary summary = new RecordAnswers.Summary();
    IntStream.range(0, RECORDS.count())
        .filter(row -> RECORDS.column(Records.EVENT_CODE).texts()[row].equals(ANSWERS.filter()))
        .forEach(row -> summary.add(tone(row)));
    return summary;
  }

  /** All records in an order of their own, with one value changed or none. */
  private static RecordAnswers.Checksum checksum(int firstRow, int change) {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
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

    Map<String, RecordAnswers.Summary> oneMore = groups();
    oneMore.values().iterator().next().add(1, 0, 0, 0);
    assertThat(ANSWERS.checkGroups(oneMore)).isPresent();
    Map<String, RecordAnswers.Summary> oneLess = groups();
    oneLess.remove(oneLess.keySet().iterator().next());
    assertThat(ANSWERS.checkGroups(oneLess)).get().asString().contains("groups instead of");

    RecordAnswers.Summary other = filtered();
    other.add(0.01);
    assertThat(ANSWERS.checkFiltered(other)).get().asString().contains(ANSWERS.filter());
    assertThat(ANSWERS.checkFiltered(new RecordAnswers.Summary())).isPresent();
  }

  @Test
  void should_join_groups_by_their_counts() {
    RecordAnswers.Summary summary = new RecordAnswers.Summary();
    summary.add(3, 2, 1, 4);
    summary.add(0, 0, 0, 0);
    summary.add(6);

    assertThat(summary.count()).isEqualTo(4);
    assertThat(summary.average()).isEqualTo(3);
    assertThat(summary.minimum()).isEqualTo(1);
    assertThat(summary.maximum()).isEqualTo(6);
  }
}
