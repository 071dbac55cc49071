/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.cli.demo.DemoLaneRun.DemoQuestion;
import org.cassandrastats.cli.demo.Questions.HistogramQuestions;
import org.junit.jupiter.api.Test;

final class HistogramQuestionsTest {
  private static ExactStatistics exact(double... values) {
    return new ExactStatistics(new DemoSeries("test", "test", values));
  }

  private static List<DemoQuestion> questions(double... values) {
    return new HistogramQuestions(exact(values), exact(values)).all();
  }

  private static List<String> counts(DemoQuestion question) {
    return question.expected().stream().map(Expectation::shown).toList();
  }

  @Test
  void should_count_in_bins_of_a_power_of_two_and_between_quartiles() {
    List<DemoQuestion> questions = questions(-1.5, 0, 3, 3, 5.5, 8, 9, 17);

    assertThat(questions.get(0).selector())
        .isEqualTo("histogram_counts(histogram(value, -2.0, 18.0, 10))");
    assertThat(counts(questions.get(0)))
        .containsExactly("1", "1", "2", "1", "0", "2", "0", "0", "0", "1");
    assertThat(questions.get(1).selector())
        .isEqualTo("histogram_counts(histogram(value, [-1.5, 3.0, 5.5, 9.0, 17.000000000000004]))");
    assertThat(counts(questions.get(1))).containsExactly("2", "2", "2", "2");
  }

  @Test
  void should_find_edges_for_equal_and_for_huge_values() {
    assertThat(counts(questions(7, 7, 7).get(0))).containsExactly("3");
    assertThat(counts(questions(7, 7, 7).get(1))).containsExactly("3");
    assertThat(counts(questions(-1e300, 1e300).get(0))).contains("1").hasSizeBetween(8, 17);
    assertThat(questions(1e300, 1e300)).hasSize(1);
  }

  @Test
  void should_leave_a_long_tail_outside() {
    double[] values = IntStream.range(0, 1000).mapToDouble(i -> i % 10).toArray();
    values[500] = 1e9;

    assertThat(counts(questions(values).get(0))).contains("100", "99").hasSizeBetween(8, 17);
  }

  @Test
  void should_ask_for_other_values_with_the_same_edges() {
    double[] values = SensorData.generate(500, 3).toArray();
    double[] few = Arrays.copyOf(values, 50);

    List<DemoQuestion> ofFew = new HistogramQuestions(exact(values), exact(few)).all();

    assertThat(ofFew)
        .extracting(DemoQuestion::selector)
        .isEqualTo(questions(values).stream().map(DemoQuestion::selector).toList());
    assertThat(counts(ofFew.get(1)).stream().mapToInt(Integer::parseInt).sum()).isEqualTo(50);
  }
}
