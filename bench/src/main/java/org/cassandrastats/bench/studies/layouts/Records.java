/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.List;
import java.util.stream.Collectors;

/** Generated records like the events of GDELT, column by column, in the order of their time. */
public final class Records {
  /** How many columns there may be. */
  public static final List<Integer> COLUMN_COUNTS = List.of(20, 57);

  /** The lower of these numbers. */
  public static final int FEW_COLUMNS = 20;

  /** Records of a partition, where a partition has several. */
  public static final int PER_PART = 16_384;

  /** Records of a chunk. */
  public static final int PER_BATCH = 8192;

  /** Records at the head of a partition. */
  public static final int PER_HEAD = 100;

  /** The unique number of a record. */
  static final int ID = 0;

  /** What the average is grouped by. */
  static final int GROUP = 3;

  /** What is filtered by. */
  static final int EVENT_CODE = RecordGenerator.EVENT_CODE;

  /** What is read, counted and averaged. */
  static final int TONE = 12;

  private final List<Column> columns;
  private final int count;

  private Records(List<Column> columns, int count) {
    this.columns = List.copyOf(columns);
    this.count = count;
  }

  /**
   * Generates records; the same arguments give the same ones.
   *
   * @param columns 20 or 57
   */
  public static Records generate(int count, int columns, long seed) {
    if (!COLUMN_COUNTS.contains(columns)) {
      throw new IllegalArgumentException("expected 20 or 57 columns, found " + columns);
    }
    RecordGenerator generator = new RecordGenerator(count, seed);
    return new Records(
        columns == COLUMN_COUNTS.get(0) ? generator.standard() : generator.wide(), count);
  }

  List<Column> columns() {
    return columns;
  }

  Column column(int index) {
    return columns.get(index);
  }

  /** The names of the columns from one on. */
  public List<String> names(int first) {
    return columns.subList(first, columns.size()).stream().map(Column::name).toList();
  }

  /** These columns with their types, as CQL defines them. */
  public String definitions(int first) {
    return columns.subList(first, columns.size()).stream()
        .map(column -> column.name() + " " + column.kind().cql())
        .collect(Collectors.joining(", "));
  }

  /** Adds the values of a record of these columns. */
  public void addValues(int first, int record, List<Object> values) {
    for (int column = first; column < columns.size(); column++) {
      values.add(columns.get(column).value(record));
    }
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** How many parts they are divided among. */
  public int parts() {
    return (count + PER_PART - 1) / PER_PART;
  }

  /** The part that a record is in. */
  static int partOf(int record) {
    return record / PER_PART;
  }

  /** The first record of a part. */
  int firstOf(int part) {
    return part * PER_PART;
  }

  /** The first record that is not of the part any more. */
  int endOf(int part) {
    return Math.min(count, firstOf(part) + PER_PART);
  }

  /** How many records are in a part. */
  public int sizeOf(int part) {
    return endOf(part) - firstOf(part);
  }
}
