/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.cassandrastats.rollup.RunRange;
import org.cassandrastats.rollup.TaskBuilder;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.time.TimeColumn;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which rows become which buckets. */
public final class TaskOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "TABLE",
      description = "The table of rows, as KEYSPACE.TABLE.")
  private TableName from;

  @Option(
      names = "--time",
      required = true,
      paramLabel = "COLUMN",
      description =
          "The time of a row: a clustering column, a timestamp, bigint, date or, for states, timeuuid."
              + " What is clustered before it tells series apart, as the partition key does.")
  private String time;

  @Option(
      names = "--time-unit",
      paramLabel = "UNIT",
      description = "What a bigint counts since 1970: s, ms, us or ns. Default: ms.")
  private TimeColumn.Unit unit;

  @Option(
      names = "--bucket",
      required = true,
      paramLabel = "SPAN",
      description =
          "The width of a bucket, as time_bucket cuts time: such as 15m, 1h, 1d, 1w, 1mo or 1y (s, m,"
              + " h, d, w, mo, y).")
  private String bucket;

  @Option(
      names = "--timezone",
      paramLabel = "ZONE",
      description =
          "The time zone by whose days buckets are counted, such as Europe/Berlin: a day has 23 or 25"
              + " hours where clocks change. Default: UTC.")
  private String timezone;

  @Option(
      names = "--into",
      required = true,
      paramLabel = "TABLE",
      description = "The table that is written, as KEYSPACE.TABLE; made if it is not there.")
  private TableName into;

  @Option(
      names = Task.BUCKET_COLUMN,
      paramLabel = "NAME",
      description =
          "The column of that table for the beginning of a bucket, where the partition key has a"
              + " column bucket; later runs need not repeat it. Default: bucket.")
  private String bucketColumn;

  @Option(
      names = "--typed",
      description =
          "Make columns of the server jar's types, which refuse invalid states, instead of blobs."
              + " Every node needs the jar.")
  private boolean typed;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "The time to begin with when the table is made; later runs resume where the last one"
              + " was. Default: the first row of each partition.")
  private Instant since;

  /**
   * Says what is wanted.
   *
   * @throws ParameterException if there are no such buckets
   */
  public <B extends TaskBuilder<B>> B fill(B builder) {
    String in = timezone == null ? "" : " --timezone " + timezone;
    read("--bucket " + bucket + in, () -> builder.bucket(bucket, timezone));
    builder.from(from.toString()).time(time).into(into.toString()).since(since);
    if (unit != null) {
      builder.timeUnit(unit.counted());
    }
    if (bucketColumn != null) {
      read(Task.BUCKET_COLUMN + " " + bucketColumn, () -> builder.bucketColumn(bucketColumn));
    }
    return typed ? builder.typed() : builder;
  }

  /**
   * Reads a value.
   *
   * @param option with its value, for the message
   * @throws ParameterException if it cannot be read
   */
  public void read(String option, Runnable reader) {
    try {
      reader.run();
    } catch (IllegalArgumentException none) {
      String message = none.getMessage().replaceFirst("^time_bucket: ", "");
      throw new ParameterException(spec.commandLine(), option + ": " + message, none);
    }
  }

  /** Which buckets are written. */
  public static final class RangeOptions {
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
        description =
            "Write nothing: show the statements, and how many buckets there are to write.")
    private boolean dryRun;

    /** Whether the last bucket is named. */
    public boolean isEnding() {
      return until != null;
    }

    /** Whether nothing is to be written. */
    public boolean isDryRun() {
      return dryRun;
    }

    /** How long after its time a row may come. */
    public Duration lag() {
      return lag;
    }

    /**
     * The range of a run.
     *
     * @param option that names buckets to be done again
     * @param again its values: none, or where these begin and end
     */
    public RunRange range(String option, List<Instant> again) {
      if (again.isEmpty()) {
        return until == null ? RunRange.complete() : RunRange.until(until);
      }
      if (until != null || again.size() != 2) {
        throw new ParameterException(
            spec.commandLine(),
            option + " says which buckets are written: expected it once, and no --until");
      }
      try {
        return RunRange.again(again.get(0), again.get(1));
      } catch (IllegalArgumentException none) {
        throw new ParameterException(spec.commandLine(), option + " " + none.getMessage(), none);
      }
    }
  }
}
