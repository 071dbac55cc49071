/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.cli.console.Progress;

/** Fills the tables of the study, and times that. */
record TableLoader(StudyContext bench, LayoutCells names, long seed) {
  /** Of each table, so many parts are written by the driver, and that is timed. */
  private static final int INGESTED_PARTS = 4;

  /** Fills tables; times writing some parts by the driver. */
  Map<TableCase, StoredRecords> fill(List<TableCase> wanted) {
    Map<TableCase, StoredRecords> stored = new LinkedHashMap<>();
    for (TableCase.Size size : wanted.stream().map(TableCase::size).distinct().toList()) {
      Records generated = Records.generate(size.records(), size.columns(), seed);
      RecordAnswers answers = new RecordAnswers(generated);
      wanted.stream()
          .filter(table -> table.size().equals(size))
          .forEach(table -> stored.put(table, fill(table, generated, answers)));
    }
    bench.console().say("Writing tables to disk and joining their files ...");
    bench.target().flushAndCompact();
    wanted.stream()
        .filter(table -> table.cache() != TableCase.RowCache.OFF)
        .forEach(table -> stored.get(table).readPartitions());
    return stored;
  }

  private StoredRecords fill(TableCase table, Records generated, RecordAnswers answers) {
    StoredRecords rows =
        table
            .layout()
            .create(bench.target(), table.tableName(), table.options(), generated, answers);
    int parts = generated.parts();
    int ingested = Math.min(parts, INGESTED_PARTS);
    try (Progress progress =
        bench.console().progress("Loading " + table.tableName(), ingested + parts, "parts")) {
      // The first part is written twice: the first time warms client and node up.
      rows.write(0);
      for (int part = 0; part < ingested; part++) {
        double seconds = rows.write(part);
        bench.note(
            names.ingest(table),
            part,
            Attempt.exact(seconds, null).with(LayoutCells.RATE, generated.sizeOf(part) / seconds));
        progress.reached(part + 1);
      }
      double seconds = rows.load(part -> progress.reached(ingested + part + 1));
      bench.note(
          names.bulk(table),
          0,
          Attempt.exact(seconds, null).with(LayoutCells.RATE, generated.count() / seconds));
    }
    if (table.isStandard() && !rows.encodedBytes().isEmpty()) {
      bench.note(names.encoded(table), 0, Attempt.exact(0, null).with(rows.encodedBytes()));
    }
    return rows;
  }
}
