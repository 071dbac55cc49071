/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.PartitionCut;
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
   * What is wanted.
   *
   * @throws ParameterException if there are no such buckets
   */
  public Task task() {
    return task(null, null, null);
  }

  /**
   * What is wanted of states.
   *
   * @param ttl how long a bucket is kept from its end on; null for ever, or for what the table says
   * @param partitions how the table of rows is cut, such as day=1d; null where it does not matter
   * @param intoPartitions how wide partitions are made, such as 1y; null for as they are
   * @throws ParameterException if there are no such buckets or partitions
   */
  public Task task(Duration ttl, String partitions, String intoPartitions) {
    String in = timezone == null ? "" : " --timezone " + timezone;
    Buckets buckets = read("--bucket " + bucket + in, () -> Buckets.of(bucket, timezone));
    PartitionCut cut =
        partitions == null
            ? null
            : read("--partitions " + partitions, () -> PartitionCut.parse(partitions, null));
    Buckets wide =
        intoPartitions == null
            ? null
            : read(
                "--into-partitions " + intoPartitions, () -> Buckets.of(intoPartitions, timezone));
    CqlIdentifier column =
        bucketColumn == null
            ? null
            : read(
                Task.BUCKET_COLUMN + " " + bucketColumn, () -> CqlIdentifier.fromCql(bucketColumn));
    return new Task(from, time, unit, buckets, into, typed, since, ttl, cut, wide, column);
  }

  private <T> T read(String option, Supplier<T> reader) {
    try {
      return reader.get();
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

    /**
     * The range of a run.
     *
     * @param option that names buckets to be done again
     * @param again its values: none, or where these begin and end
     */
    public Task.Range range(String option, List<Instant> again) {
      if (again.isEmpty()) {
        return new Task.Range(until, lag, null, null);
      }
      if (until != null || again.size() != 2) {
        throw new ParameterException(
            spec.commandLine(),
            option + " says which buckets are written: expected it once, and no --until");
      }
      if (!again.get(0).isBefore(again.get(1))) {
        throw new ParameterException(
            spec.commandLine(),
            "%s %s %s holds no time: expected the earlier one first"
                .formatted(option, again.get(0), again.get(1)));
      }
      return new Task.Range(null, lag, again.get(0), again.get(1));
    }
  }
}
