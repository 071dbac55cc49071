/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.Table;

/**
 * Which way is the best one, and what each takes on disks.
 *
 * @param cells of all lanes
 * @param lane on whose nodes Spark is measured
 * @param rows of that lane
 */
record SparkChoice(Report report, List<Cell> cells, String lane, int rows) {
  static final Dimension<String> ROWS = new Dimension<>("rows");
  static final Dimension<SparkAggregate> AGGREGATE = new Dimension<>("aggregate");
  static final Dimension<SparkAccessPath> WAY = new Dimension<>("way");
  static final Dimension<String> LEVEL = new Dimension<>("level");
  static final Dimension<Stored> STORED = new Dimension<>("stored");

  static final List<String> LEVELS = List.of("ONE", "QUORUM");
  static final String BYTES = "bytes_on_disk";

  private static final double MEGABYTE = 1e6;

  /** As what the same rows are kept. */
  enum Stored {
    TABLE("rows in Cassandra, one replica"),
    CHUNKS("chunks in Cassandra, one replica"),
    PARQUET("Parquet, as Spark writes it");

    private final String label;

    Stored(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  static List<String> extents() {
    return Arrays.stream(Extent.values()).map(Extent::toString).toList();
  }

  /** What the same rows take on disks. */
  static List<Cell> storage(String lane) {
    return Grid.of(lane).by(ROWS, extents()).by(STORED, Stored.values()).cells();
  }

  void write() {
    List<String> header = new ArrayList<>(List.of("rows", "level", "answer"));
    Arrays.stream(SparkAggregate.values()).forEach(aggregate -> header.add(aggregate.toString()));
    List<List<String>> table = new ArrayList<>();
    for (String extent : extents()) {
      for (String level : LEVELS) {
        table.add(row(extent, level, "of rows as they are", SparkAccessPath::readsRows));
        table.add(
            row(
                extent,
                level,
                "of rows or of their copies in Spark",
                way -> way != SparkAccessPath.CHUNKS));
        table.add(row(extent, level, "of all, chunks among them", way -> true));
      }
    }
    report.section(
        "Best way",
        "The fastest of all lanes by the median, in seconds. Copies have no level: they are as old as their making.",
        List.of(),
        new Table(header, table));
    List<Cell> known =
        storage(lane).stream().filter(cell -> report.client(cell).isKnown()).toList();
    if (!known.isEmpty()) {
      report
          .section("Bytes", "All files, after a major compaction in Cassandra (LZ4).")
          .by(ROWS, STORED)
          .number("MB", cell -> report.median(cell, BYTES) / MEGABYTE)
          .number("bytes a row", cell -> report.median(cell, BYTES) / rows)
          .of(known);
    }
  }

  private List<String> row(
      String extent, String level, String what, Predicate<SparkAccessPath> allowed) {
    List<String> row = new ArrayList<>(List.of(extent, level, what));
    for (SparkAggregate aggregate : SparkAggregate.values()) {
      row.add(
          cells.stream()
              .filter(cell -> cell.is(ROWS, extent) && cell.is(AGGREGATE, aggregate))
              .filter(cell -> !cell.get(WAY).hasLevels() || cell.is(LEVEL, level))
              .filter(cell -> allowed.test(cell.get(WAY)) && report.client(cell).isKnown())
              .min(Comparator.comparingDouble(report::median))
              .map(cell -> Numbers.in("%s %s", name(cell), report.median(cell)))
              .orElse("-"));
    }
    return row;
  }

  /** Of Spark the lane says nothing. */
  static String name(Cell cell) {
    return cell.get(WAY).isSpark() ? cell.get(WAY).toString() : cell.get(WAY) + ", " + cell.lane();
  }
}
