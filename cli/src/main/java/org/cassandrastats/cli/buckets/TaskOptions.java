/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.TimeTexts;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.TypeConversionException;

/** Which rows become which buckets. */
public final class TaskOptions {
  /** The option that names the column of the beginnings of buckets. */
  public static final String BUCKET_COLUMN = "--bucket-column";

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
      names = BUCKET_COLUMN,
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
    if (cut != null) {
      Nesting.requireParts(cut.widths(), buckets);
    }
    if (wide != null) {
      Nesting.requireParts(wide, buckets);
    }
    CqlIdentifier column =
        bucketColumn == null
            ? null
            : read(BUCKET_COLUMN + " " + bucketColumn, () -> CqlIdentifier.fromCql(bucketColumn));
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

  /**
   * From where to where, and how time is cut: what a command line asks for.
   *
   * @param from the table of rows
   * @param time the column of their time, in CQL
   * @param unit what a bigint time counts, or null
   * @param buckets how time is cut
   * @param into the table with a row for each bucket, or several
   * @param typed whether its columns are to be of the server jar's types
   * @param since when rows are wanted from; null for the first one, or for what the table says
   * @param ttl how long a bucket is kept from its end on; null for ever, or for what the table says
   * @param partitions how the table of rows is cut; null where nothing is said of it
   * @param intoPartitions how wide the partitions of the written table are; null for as they are
   * @param column of the beginnings of buckets; null for what the table has, or the usual one
   */
  public record Task(
      TableName from,
      String time,
      TimeColumn.Unit unit,
      Buckets buckets,
      TableName into,
      boolean typed,
      Instant since,
      Duration ttl,
      PartitionCut partitions,
      Buckets intoPartitions,
      CqlIdentifier column) {}

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
    public Selection range(String option, List<Instant> again) {
      if (again.isEmpty()) {
        return new Selection(until, lag, null, null);
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

  /**
   * Spans and points of time as people write them: {@code 15m}, {@code 1h}, {@code 1d}. A day has
   * 24 hours.
   */
  public static final class Spans {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([smhdw])");

    private Spans() {}

    /**
     * Reads a span.
     *
     * @throws TypeConversionException if it is none
     */
    public static Duration parse(String text) {
      return TimeTexts.parse(FORM, text.strip())
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "\"%s\" is not a span of time: expected a number and s, m, h, d or w, such as 15m, 1h or 1d"
                          .formatted(text)));
    }

    /** Reads a point of time: a date, which begins in UTC, or a time with its zone. */
    public static Instant parseTime(String text) {
      String stripped = text.strip();
      try {
        Instant time =
            stripped.indexOf('T') < 0
                ? LocalDate.parse(stripped).atStartOfDay(ZoneOffset.UTC).toInstant()
                : OffsetDateTime.parse(stripped).toInstant();
        // No timestamp is as far away as an Instant may be.
        return Instant.ofEpochMilli(time.toEpochMilli());
      } catch (DateTimeException | ArithmeticException unreadable) {
        throw new TypeConversionException(
            "\"%s\" is not a time: expected a date, such as 2026-07-01 (in UTC), or a time with its zone, such as 2026-07-01T12:00:00Z"
                .formatted(text));
      }
    }
  }
}
