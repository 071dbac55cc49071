/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.study;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;

/** What every study says of its answers. */
public final class Sentences {
  private Sentences() {}

  /** Whether the answers were the exact ones. */
  public static List<String> ofAnswers(Results results) {
    return ofAnswers(
        results,
        "requests",
        "means to 1e-14, or 1e-12 with the built-in `avg`; count, minimum and maximum exactly;"
            + " quantiles to a rank of 0.02");
  }

  /**
   * Whether the answers were the exact ones.
   *
   * @param what was counted
   * @param allowed how exact they have to be
   */
  public static List<String> ofAnswers(Results results, String what, String allowed) {
    List<String> sentences = new ArrayList<>();
    List<MeasuredRun> wrong = results.wrong();
    if (!wrong.isEmpty()) {
      sentences.add(
          "**%d answers were WRONG**; the first: %s: %s"
              .formatted(wrong.size(), wrong.get(0).cell(), wrong.get(0).attempt().message()));
    }
    sentences.add(
        "Of %s %s, %s gave the exact answer (%s), %s failed with an exception, %s gave a wrong number."
            .formatted(
                Numbers.count(results.runs().size()),
                what,
                Numbers.count(results.exact()),
                allowed,
                Numbers.count(results.failed()),
                wrong.isEmpty() ? "none" : Numbers.count(wrong.size())));
    return sentences;
  }
}
