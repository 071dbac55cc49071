/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HistogramQuestionsTest {
  private static List<Question> questions(double... values) {
    return new HistogramQuestions(new ExactStatistics(new Series("test", "test", values))).all();
  }

  private static List<String> counts(Question question) {
    return question.expected().stream().map(Expectation::shown).toList();
  }

  @Test
  void should_count_between_integers_and_between_quartiles() {
    List<Question> questions = questions(-1.5, 0, 3, 3, 5.5, 8, 9, 17);

    assertThat(questions.get(0).selector())
        .isEqualTo("stats.histogram_counts(stats.histogram(value, -2.0, 22.0, 8))");
    assertThat(counts(questions.get(0))).containsExactly("2", "2", "1", "2", "0", "0", "1", "0");
    assertThat(questions.get(1).selector())
        .isEqualTo(
            "stats.histogram_counts(stats.histogram(value, [-1.5, 3.0, 5.5, 9.0,"
                + " 17.000000000000004]))");
    assertThat(counts(questions.get(1))).containsExactly("2", "2", "2", "2");
  }

  @Test
  void should_find_edges_for_equal_and_for_huge_values() {
    assertThat(counts(questions(7, 7, 7).get(0)))
        .containsExactly("3", "0", "0", "0", "0", "0", "0", "0");
    assertThat(counts(questions(7, 7, 7).get(1))).containsExactly("3");
    assertThat(questions(-1e300, 1e300)).hasSize(1);
  }
}
