/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which buckets are written. */
public final class RangeOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description =
          "Write the buckets that end by this time, which has to be over, whatever the lag. Default:"
              + " now minus the lag.")
  private Instant until;

  @Option(
      names = "--lag",
      paramLabel = "SPAN",
      defaultValue = "5m",
      description =
          "How long after its time a row may come: a bucket is complete so long after its end."
              + " Default: ${DEFAULT-VALUE}.")
  private Duration lag;

  @Option(
      names = "--dry-run",
      description = "Write nothing: show the statements, and how many buckets there are to write.")
  private boolean dryRun;

  /** Whether nothing is to be written. */
  public boolean isDryRun() {
    return dryRun;
  }

  /**
   * The range of a run.
   *
   * @param option that names buckets to be done again
   * @param again its values: none, or where these begin and end
   */
  public Selection range(String option, List<Instant> again) {
    if (again.isEmpty()) {
      return new Selection(until, lag, null, null);
    }
    if (until != null || again.size() != 2) {
      throw new ParameterException(
          spec.commandLine(),
          option + " says which buckets are written: expected it once, and no --until");
    }
    return new Selection(null, lag, again.get(0), again.get(1));
  }

  /**
   * Which buckets a run is about.
   *
   * @param until those before this time that are not written yet; null for all that are complete
   * @param lag how long after its end a bucket is complete
   * @param againFrom with the next one: those from here, written or not; null for none
   * @param againTo to here
   */
  public record Selection(Instant until, Duration lag, Instant againFrom, Instant againTo) {
    /** Whether buckets are done again. */
    public boolean isAgain() {
      return againFrom != null;
    }
  }
}
