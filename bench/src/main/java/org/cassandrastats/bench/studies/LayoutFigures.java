/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.studies.layouts.LayoutQuestion;
import org.cassandrastats.bench.studies.layouts.RecordLayout;
import org.cassandrastats.bench.studies.layouts.TableCase;
import org.cassandrastats.bench.studies.layouts.TableCompression;

/** The numbers of the study of layouts; NaN where one is not known. */
final class LayoutFigures {
  private static final double MEGABYTE = 1e6;

  private final LayoutsStudy study;
  private final Results results;
  private final String lane;

  LayoutFigures(LayoutsStudy study, Results results, String lane) {
    this.study = study;
    this.results = results;
    this.lane = lane;
  }

  Results results() {
    return results;
  }

  Map<String, String> cell(TableCase table, LayoutQuestion question) {
    return LayoutsStudy.cell(lane, table, question);
  }

  Spread seconds(TableCase table, LayoutQuestion question) {
    return results.client(cell(table, question));
  }

  /** Records that a question goes through in a second. */
  double speed(TableCase table, LayoutQuestion question) {
    return study.records() / seconds(table, question).median();
  }

  /** Records that are written in a second, of the parts of a table. */
  Spread ingest(TableCase table) {
    return numbers(LayoutsStudy.ingestCell(lane, table), LayoutsStudy.RATE);
  }

  double bytesPerRecord(TableCase table) {
    return numbers(cell(table, LayoutQuestion.ONE_COLUMN), LayoutsStudy.BYTES).median()
        / study.records();
  }

  double megabytes(TableCase table) {
    return bytesPerRecord(table) * study.records() / MEGABYTE;
  }

  /** Records in a megabyte. */
  double density(TableCase table) {
    return MEGABYTE / bytesPerRecord(table);
  }

  /** How many reads of a partition the row cache answers, of one question. */
  double rowCacheHits(TableCase table, LayoutQuestion question) {
    return numbers(cell(table, question), LayoutsStudy.HITS).median();
  }

  private Spread numbers(Map<String, String> cell, String name) {
    return Spread.of(
        results.timed(cell).stream()
            .filter(Attempt::isExact)
            .map(attempt -> attempt.numbers().get(name))
            .filter(number -> number != null)
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  String failures(TableCase table) {
    return String.join(
        ", ",
        List.of(LayoutQuestion.values()).stream()
            .map(question -> results.failures(cell(table, question)))
            .filter(failures -> !failures.isEmpty())
            .distinct()
            .toList());
  }

  /** Whether a layout was measured with the default settings. */
  boolean has(RecordLayout layout) {
    return study.cases().contains(TableCase.standard(layout));
  }

  /** Which part of the bytes of LZ4 another compression saves. */
  OptionalDouble saving(RecordLayout layout, TableCompression compression) {
    TableCase table = new TableCase(layout, compression, TableCase.BIG, false);
    if (!study.cases().contains(table) || !has(layout)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        1 - bytesPerRecord(table) / bytesPerRecord(TableCase.standard(layout)));
  }

  /** How many times as fast a question is on another table as with the default settings. */
  OptionalDouble gain(TableCase table, LayoutQuestion question) {
    TableCase standard = TableCase.standard(table.layout());
    if (!study.cases().contains(table) || !study.cases().contains(standard)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(speed(table, question) / speed(standard, question));
  }
}
