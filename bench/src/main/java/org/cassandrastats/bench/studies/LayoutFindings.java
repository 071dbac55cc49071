/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import static org.cassandrastats.bench.studies.layouts.RecordLayout.BLOB;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_DICTIONARY;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_SMALLEST;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.PARTITION_PER_RECORD;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.WIDE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.studies.layouts.LayoutQuestion;
import org.cassandrastats.bench.studies.layouts.RecordLayout;
import org.cassandrastats.bench.studies.layouts.TableCase;
import org.cassandrastats.bench.studies.layouts.TableCompression;

/** What the study of layouts says in words, and beside the figures of earlier ones. */
final class LayoutFindings {
  private static final double PERCENT = 100;

  private final LayoutFigures figures;

  LayoutFindings(LayoutFigures figures) {
    this.figures = figures;
  }

  private double speed(RecordLayout layout, LayoutQuestion question) {
    return figures.has(layout) ? figures.speed(TableCase.standard(layout), question) : Double.NaN;
  }

  private double bytes(RecordLayout layout) {
    return figures.has(layout) ? figures.bytesPerRecord(TableCase.standard(layout)) : Double.NaN;
  }

  List<String> findings() {
    List<String> findings =
        new ArrayList<>(
            Sentences.ofAnswers(
                figures.results(),
                "requests",
                "counts, minima, maxima and all values that were read exactly; averages to 1e-11; what was written is checked by what is read"));
    if (figures.has(CHUNKS_SMALLEST) && figures.has(WIDE)) {
      findings.add(
          "A record takes %s bytes on disk in chunks of all encodings and %s in rows of wide partitions (LZ4): %s times as many."
              .formatted(
                  Numbers.rounded(bytes(CHUNKS_SMALLEST)),
                  Numbers.rounded(bytes(WIDE)),
                  Numbers.rounded(bytes(WIDE) / bytes(CHUNKS_SMALLEST))));
      for (LayoutQuestion question : LayoutQuestion.values()) {
        findings.add(
            "%s: %s records/s of chunks, %s of wide partitions, %s times as fast."
                .formatted(
                    capitalized(question.toString()),
                    count(speed(CHUNKS_SMALLEST, question)),
                    count(speed(WIDE, question)),
                    Numbers.rounded(speed(CHUNKS_SMALLEST, question) / speed(WIDE, question))));
      }
    }
    return findings;
  }

  private static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  static String count(double value) {
    return Double.isFinite(value) ? Numbers.count(Math.round(value)) : "-";
  }

  /** What was found then, and what is found now. */
  Table besideOld() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "one column of columnar blobs, records/s",
            count(Layouts2014.CHUNK_SPEED),
            count(speed(CHUNKS_SMALLEST, LayoutQuestion.ONE_COLUMN))));
    rows.add(
        List.of(
            "one column of row layouts, records/s",
            count(Layouts2014.LEAST_ROW_SPEED) + " to " + count(Layouts2014.MOST_ROW_SPEED),
            "%s a partition each, %s wide"
                .formatted(
                    count(speed(PARTITION_PER_RECORD, LayoutQuestion.ONE_COLUMN)),
                    count(speed(WIDE, LayoutQuestion.ONE_COLUMN)))));
    rows.add(
        List.of(
            "bytes of a record, columnar blobs with dictionaries",
            Numbers.rounded(Layouts2014.bytesPerRecord(Layouts2014.CHUNK_MEGABYTES)),
            Numbers.rounded(bytes(CHUNKS_DICTIONARY))));
    rows.add(
        List.of(
            "bytes of a record, row layouts",
            "%s to %s"
                .formatted(
                    Numbers.rounded(Layouts2014.bytesPerRecord(Layouts2014.LEAST_ROW_MEGABYTES)),
                    Numbers.rounded(Layouts2014.bytesPerRecord(Layouts2014.MOST_ROW_MEGABYTES))),
            "%s a partition each, %s wide"
                .formatted(
                    Numbers.rounded(bytes(PARTITION_PER_RECORD)), Numbers.rounded(bytes(WIDE)))));
    rows.add(
        List.of(
            "rows over a blob for each record (COMPACT STORAGE), times the bytes",
            "7 to 8.5 (57 columns)",
            Numbers.rounded(bytes(WIDE) / bytes(BLOB))));
    rows.add(
        List.of(
            "saved by Deflate over LZ4",
            "38 to 50 %",
            each(layout -> percent(figures.saving(layout, TableCompression.DEFLATE)))));
    rows.add(
        List.of(
            "gained by the row cache, reading one column",
            "29 %",
            each(layout -> percent(cacheGain(layout)))));
    rows.add(
        List.of(
            "partitions that the row cache answered then (scans are not counted)",
            "-",
            each(
                layout -> count(figures.rowCacheHits(cached(layout), LayoutQuestion.ONE_COLUMN)))));
    return new Table(List.of("what", "earlier studies (Cassandra 2.0, 2.1)", "here"), rows);
  }

  private static TableCase cached(RecordLayout layout) {
    return new TableCase(layout, TableCompression.LZ4, TableCase.BIG, true);
  }

  private OptionalDouble cacheGain(RecordLayout layout) {
    OptionalDouble gain = figures.gain(cached(layout), LayoutQuestion.ONE_COLUMN);
    return gain.isPresent() ? OptionalDouble.of(gain.getAsDouble() - 1) : gain;
  }

  private String each(Function<RecordLayout, String> value) {
    return Arrays.stream(RecordLayout.values())
        .filter(figures::has)
        .map(layout -> layout.label() + ": " + value.apply(layout))
        .collect(Collectors.joining("; "));
  }

  private static String percent(OptionalDouble part) {
    return part.isPresent() && Double.isFinite(part.getAsDouble())
        ? String.format(Locale.ROOT, "%.0f %%", PERCENT * part.getAsDouble())
        : "-";
  }
}
