/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.index;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

/**
 * What the study of indexes says.
 *
 * @param cells of all lanes
 * @param otherKinds share what the given shares leave
 * @param partitionRows records of a partition; of one number only, cells do not name it
 */
record IndexReport(
    Report report, List<Cell> cells, int rows, int otherKinds, List<Integer> partitionRows) {
  static final Dimension<Answer> ANSWER = new Dimension<>("answer");
  static final Dimension<RecordKinds.Share> SHARE = new Dimension<>("share");
  static final Dimension<IndexAccessPath> WAY = new Dimension<>("way");
  static final Dimension<Integer> GROUP = new Dimension<>("partition_rows");
  static final Dimension<String> STORED = new Dimension<>("stored");

  static final String BYTES = "bytes_on_disk";

  private static final List<IndexAccessPath> FASTER =
      List.of(
          IndexAccessPath.SECONDARY,
          IndexAccessPath.SAI,
          IndexAccessPath.PARTITION_KEY,
          IndexAccessPath.BY_HAND,
          IndexAccessPath.OWN_TABLE);
  private static final double MEGABYTE = 1e6;

  /** What is wanted of the records of one kind. */
  enum Answer {
    ROWS("rows", "id, value"),
    AVERAGE("average", "count(value), avg(value)");

    private final String label;
    private final String selectors;

    Answer(String label, String selectors) {
      this.label = label;
      this.selectors = selectors;
    }

    String selectors() {
      return selectors;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** Published gains over a full scan, from the least to the most. */
  private record Gain(double least, double most) {
    @Override
    public String toString() {
      return least == most
          ? Numbers.rounded(most)
          : Numbers.rounded(least) + " to " + Numbers.rounded(most);
    }
  }

  /** Of each answer, and of each size of partitions if there are several. */
  static Grid plots(String lane, List<Integer> partitionRows) {
    Grid grid = Grid.of(lane).by(ANSWER, Answer.values());
    return partitionRows.size() == 1 ? grid : grid.by(GROUP, partitionRows);
  }

  /** A cell for each table that some cells read. */
  static List<Cell> tables(List<Cell> cells) {
    return cells.stream()
        .filter(cell -> cell.is(ANSWER, Answer.ROWS))
        .filter(
            cell ->
                cell.is(WAY, IndexAccessPath.OWN_TABLE)
                    || cell.is(SHARE, RecordKinds.Share.NINE_PERCENT))
        .toList();
  }

  /**
   * What was published of filters and indexes on Cassandra 2.0 (GDELT, 4.04 million records): how
   * many times as fast as a full scan.
   */
  private static Optional<Gain> old(Cell cell) {
    RecordKinds.Share share = cell.get(SHARE);
    if (cell.is(WAY, IndexAccessPath.PARTITION_KEY) && share == RecordKinds.Share.ONE_PERCENT) {
      return Optional.of(new Gain(100, 100));
    }
    if (!cell.is(WAY, IndexAccessPath.SECONDARY)
        || share == RecordKinds.Share.ONE_PERCENT
        || share == RecordKinds.Share.RARE) {
      return Optional.empty();
    }
    return Optional.of(
        share == RecordKinds.Share.NINE_PERCENT ? new Gain(1.9, 6.6) : new Gain(100, 260));
  }

  /** How many times as fast as a full scan. */
  private double gain(Cell cell) {
    return report.factor(cell.with(WAY, IndexAccessPath.SCAN), cell);
  }

  void write() {
    List<Cell> plots =
        cells.stream()
            .filter(cell -> cell.is(SHARE, RecordKinds.Share.NINE_PERCENT))
            .filter(cell -> cell.is(WAY, IndexAccessPath.SCAN))
            .toList();
    report.of(
        "Partition key, indexes and full scan",
        "%,d records, of which 9 %%, 1 %% and 0.1 %% are looked for by the value of one column: their ids and values (rows), and their count and built-in `avg` (average). The same records are in four tables: one without an index, which is read wholly (`ALLOW FILTERING`), one with a secondary index (`legacy_local_table`), one with a storage-attached index (`sai`), each with %s records in a partition and these kinds of records spread at random; and one that is partitioned by the column.%s",
        rows,
        partitionRows.stream().map(Numbers::count).collect(Collectors.joining(" and ")),
        cells.stream().anyMatch(cell -> cell.is(SHARE, RecordKinds.Share.RARE))
            ? Numbers.in(
                " %,d other values share the other records; one of these is looked for, too.",
                otherKinds)
            : "");
    report.answers("answers", "rows bit for bit, counts exactly, averages to 1e-12");
    List<Report.Plot> drawn = plots.stream().map(this::plot).toList();
    report.verdict(
        drawn.get(0),
        report.said(
            "Times as fast as a full scan, where 9 % of the records are found: ",
            lane -> gains(lane, RecordKinds.Share.NINE_PERCENT)),
        report.said(
            "Where 0.1 % are found: ", lane -> gains(lane, RecordKinds.Share.TENTH_PERCENT)));
    grouped(
            report
                .section(
                    "Times",
                    "Times are those of the client until it has the whole answer, in pages of %,d rows. Gain: time of the full scan over the time. The old gains are of 4.04 million records (GDELT) in Cassandra 2.0: *Apache Cassandra for analytics: A performance and storage analysis* (E. Chan, 2016)."
                        .formatted(StudyContext.PAGE_SIZE),
                    drawn.subList(1, drawn.size()))
                .by(Dimension.LANE, ANSWER))
        .right("share", cell -> cell.get(SHARE))
        .count("records found", cell -> cell.get(SHARE).count(rows, otherKinds))
        .text("found by", cell -> cell.get(WAY).label())
        .client("client s")
        .number("gain", this::gain)
        .right("2.0: gain", cell -> old(cell).map(Gain::toString).orElse("-"))
        .failed()
        .of(cells);
    storage();
  }

  /** The ways of a plot but for the scan that they are compared with. */
  private List<IndexAccessPath> faster(Cell plot) {
    return FASTER.stream().filter(way -> cells.contains(plot.with(WAY, way))).toList();
  }

  /** Of several sizes of partitions, that of a plot. */
  private String group(Cell plot) {
    return partitionRows.size() == 1 ? "" : Numbers.in(", %,d in a partition", plot.get(GROUP));
  }

  /** A way to find the records of each share. */
  private List<Cell> shares(Cell plot, IndexAccessPath way) {
    Cell wanted = plot.with(WAY, way);
    return cells.stream().filter(cell -> cell.with(SHARE, plot.get(SHARE)).equals(wanted)).toList();
  }

  private Report.Plot plot(Cell cell) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Finding records: gain over a full scan, " + cell.get(ANSWER) + group(cell),
            "records looked for (%)",
            "times as fast as a full scan");
    for (IndexAccessPath way : faster(cell)) {
      plot.line(
          way.label(),
          Charts.colour(FASTER.indexOf(way)),
          FASTER.indexOf(way),
          shares(cell, way),
          this::percent,
          point ->
              report
                  .client(point)
                  .inverted(report.client(point.with(WAY, IndexAccessPath.SCAN)).median()));
    }
    return plot.named(
        "gains-%s-%s%s"
            .formatted(
                cell.get(ANSWER),
                cell.lane(),
                partitionRows.size() == 1 ? "" : "-" + cell.get(GROUP)),
        "how many times as fast as a full scan, by the share that is looked for: %s, %s%s"
            .formatted(cell.get(ANSWER), cell.lane(), group(cell)));
  }

  private double percent(Cell cell) {
    RecordKinds.Share share = cell.get(SHARE);
    return share == RecordKinds.Share.RARE
        ? 100.0 * share.count(rows, otherKinds) / rows
        : share.percent();
  }

  /** What each way gains where a share of the records is looked for: their rows. */
  private String gains(String lane, RecordKinds.Share share) {
    return cells.stream()
        .filter(cell -> cell.lane().equals(lane) && cell.is(SHARE, share))
        .filter(cell -> cell.is(ANSWER, Answer.ROWS) && FASTER.contains(cell.get(WAY)))
        .filter(cell -> partitionRows.size() == 1 || cell.get(GROUP).equals(partitionRows.get(0)))
        .map(cell -> Numbers.in("%s by %s", gain(cell), cell.get(WAY).label()))
        .collect(Collectors.joining(", "));
  }

  /** The tables whose sizes are known. */
  private List<Cell> stored() {
    return tables(cells).stream()
        .map(cell -> cell.with(STORED, "on disk"))
        .filter(cell -> report.client(cell).isKnown())
        .toList();
  }

  /** What each way takes on disks. */
  private void storage() {
    List<Cell> known = stored();
    if (known.isEmpty()) {
      return;
    }
    grouped(
            report
                .section(
                    "Storage",
                    "All files of a table, those of its index among them, after a major compaction. An index table holds the keys of all records; the records are in the table of the full scan.")
                .by(Dimension.LANE))
        .text("found by", cell -> cell.get(WAY).label())
        .right(
            "records",
            cell ->
                Numbers.count(
                    cell.is(WAY, IndexAccessPath.OWN_TABLE)
                        ? cell.get(SHARE).count(rows, otherKinds)
                        : rows))
        .number("MB", cell -> report.median(cell, BYTES) / MEGABYTE)
        .of(known);
  }

  private ReportColumns grouped(ReportColumns columns) {
    return partitionRows.size() == 1
        ? columns
        : columns.count("records of a partition", cell -> cell.get(GROUP));
  }
}
