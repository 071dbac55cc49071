/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.localcluster.LocalCluster;

/**
 * Asks the first node with cqlsh for a mean, as a DBA does.
 *
 * @param query whose mean is called {@code answer}; as JSON: the server then writes all digits
 */
record CqlshRequest(LocalCluster nodes, String query, ExactPart exact) {
  /** What cqlsh says when it has waited for {@code --request-timeout}. */
  static final String TIMED_OUT = "OperationTimedOut";

  private static final Pattern ANSWER = Pattern.compile("\\{\"answer\": ([-+0-9.eE]+)}");

  /** Asks; the seconds are those of cqlsh from its start to its end, and of getting it there. */
  Attempt ask(int pageSize, Duration timeout) {
    try {
      Path script = Files.createTempFile("request", ".cql");
      try {
        Files.writeString(script, "PAGING %d\n%s;\n".formatted(pageSize, query));
        long start = System.nanoTime();
        LocalCluster.ScriptOutput output = nodes.cqlsh(1, script, timeout);
        return attempt(QueryRunner.secondsSince(start), output);
      } finally {
        Files.delete(script);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private Attempt attempt(double seconds, LocalCluster.ScriptOutput output) {
    Matcher answer = ANSWER.matcher(output.output());
    return answer.find()
        ? Attempt.of(seconds, MeasuredAggregate.MEAN.check(Double.valueOf(answer.group(1)), exact))
        : Attempt.failed(
            seconds, output.errors().contains(TIMED_OUT) ? TIMED_OUT : "cqlsh", output.toString());
  }
}
