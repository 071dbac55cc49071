/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.localcluster.LocalCluster;

/** Asks with cqlsh for a mean, as a DBA does. */
final class CqlshRequest {
  /** What cqlsh says when it has waited for {@code --request-timeout}. */
  static final String TIMED_OUT = "OperationTimedOut";

  private static final Pattern ANSWER = Pattern.compile("\\{\"answer\": ([-+0-9.eE]+)}");

  private final LocalCluster nodes;
  private final String query;
  private final double exact;

  /**
   * A request to node 1.
   *
   * @param table with its keyspace
   * @param exact the right answer
   */
  CqlshRequest(LocalCluster nodes, String table, double exact) {
    this.nodes = nodes;
    // As JSON: the server then writes all digits.
    this.query =
        "SELECT JSON stats.mean(value) AS answer FROM %s WHERE sensor = %d;"
            .formatted(table, SuiteBench.PARTITION);
    this.exact = exact;
  }

  /** Asks; the seconds are those of cqlsh from its start to its end, and of getting it there. */
  Attempt ask(int pageSize, Duration timeout) {
    Path script = script("PAGING %d\n%s\n".formatted(pageSize, query));
    try {
      long start = System.nanoTime();
      LocalCluster.ScriptOutput output = nodes.cqlsh(1, script, timeout);
      return attempt(QueryRunner.secondsSince(start), output);
    } finally {
      delete(script);
    }
  }

  private Attempt attempt(double seconds, LocalCluster.ScriptOutput output) {
    Matcher answer = ANSWER.matcher(output.output());
    if (answer.find()) {
      double found = Double.parseDouble(answer.group(1));
      return found == exact
          ? Attempt.exact(seconds, null)
          : Attempt.wrong(seconds, "the mean is %s instead of %s".formatted(found, exact));
    }
    String error = output.errors().contains(TIMED_OUT) ? TIMED_OUT : "cqlsh";
    return new Attempt(seconds, null, Attempt.Outcome.FAILED, error, output.toString(), Map.of());
  }

  private static Path script(String text) {
    try {
      return Files.writeString(Files.createTempFile("suite", ".cql"), text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
