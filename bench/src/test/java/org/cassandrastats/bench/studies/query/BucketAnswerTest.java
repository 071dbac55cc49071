/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.bench.measure.ExactPart;
import org.junit.jupiter.api.Test;

final class BucketAnswerTest {
  private static final double[] VALUES =
      IntStream.rangeClosed(1, 1000).mapToDouble(i -> 1001 - i).toArray();
  private static final List<ExactPart> EXACT = List.of(new ExactPart(VALUES));

  @Test
  void should_find_nothing_wrong_with_what_an_application_computes() {
    double[] room = IntStream.range(0, 1200).mapToDouble(i -> i < 1000 ? VALUES[i] : -7).toArray();

    BucketAnswer answer = BucketAnswer.of(room, 1000);

    assertThat(answer).isEqualTo(new BucketAnswer(1000, 500.5, 990));
    assertThat(BucketAnswer.check(List.of(answer), EXACT)).isEmpty();
  }

  @Test
  void should_say_what_is_wrong() {
    assertThat(BucketAnswer.check(List.of(), EXACT)).contains("0 groups instead of 1");
    assertThat(check(new BucketAnswer(999, 500.5, 990)))
        .isEqualTo("the count is 999 instead of 1000");
    assertThat(check(new BucketAnswer(1000, 500.6, 990)))
        .isEqualTo("the mean is 500.6 instead of 500.5");
    assertThat(check(new BucketAnswer(1000, 500.5, 960)))
        .isEqualTo("the rank of 960.0 is not 0.99");
  }

  private static String check(BucketAnswer answer) {
    return BucketAnswer.check(List.of(answer), EXACT).orElseThrow();
  }
}
