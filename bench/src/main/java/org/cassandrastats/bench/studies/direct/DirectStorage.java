/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.direct;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.nodes.ReadPath;

/** Where the rows are that {@link DirectStudy} asks about. */
enum DirectStorage {
  BIG("SSTables, big", BenchKeyspace.TABLE, "big"),
  TWO("two overlapping SSTables", BenchKeyspace.table("readings_two"), "big"),
  PARTITIONS("partitions of 100 rows", BenchKeyspace.SPLIT, "big"),
  MEMTABLE("memtable", BenchKeyspace.table("readings_memory"), "big"),
  TWENTY("SSTables, 20 columns", BenchKeyspace.table("readings_twenty"), "big"),
  WIDE("SSTables, 57 columns", BenchKeyspace.table("readings_wide"), "big"),
  BTI("SSTables, bti", BenchKeyspace.TABLE, "bti");

  static final int ROWS_OF_A_PARTITION = 100;

  private static final List<DirectQuestion> SIMPLE =
      List.of(DirectQuestion.AVG, DirectQuestion.MEAN, DirectQuestion.TDIGEST);

  private final String label;
  private final String table;
  private final String format;

  DirectStorage(String label, String table, String format) {
    this.label = label;
    this.table = table;
    this.format = format;
  }

  String table() {
    return table;
  }

  /** The table, and which of its rows. */
  String from() {
    return this == PARTITIONS ? table : table + " WHERE sensor = 1";
  }

  /** How many columns of values there are. */
  int columns() {
    return switch (this) {
      case TWENTY -> 20;
      case WIDE -> 57;
      default -> 1;
    };
  }

  boolean isWide() {
    return columns() > 1;
  }

  /**
   * What a node is started with: its memtable is to hold all rows. Rows of many columns have a node
   * of their own, or what that compiles for them would slow the others.
   */
  NodeVariant variant() {
    return NodeVariant.of(
        Map.of(
            "sstable.selected_format",
            format,
            "memtable_heap_space",
            isWide() ? "512MiB" : "1GiB"));
  }

  /** What is worth asking. */
  List<DirectQuestion> questions() {
    return switch (this) {
      case BIG -> List.of(DirectQuestion.values());
      case BTI ->
          List.of(
              DirectQuestion.AVG,
              DirectQuestion.MEAN,
              DirectQuestion.TDIGEST,
              DirectQuestion.FIVE,
              DirectQuestion.HOURS);
      default -> SIMPLE;
    };
  }

  /** Pages of one size are enough where the storage is compared. */
  List<Integer> pages(DirectQuestion question) {
    return this == BIG && question == DirectQuestion.AVG
        ? List.of(2_000, StudyContext.PAGE_SIZE, 10_000, 20_000)
        : List.of(StudyContext.PAGE_SIZE);
  }

  /** Whether a way to read is of use, and does not take long for what is known without it. */
  boolean isReadBy(ReadPath path, DirectQuestion question, int page) {
    return switch (path) {
      case CASSANDRA, DIRECT -> !isWide() || this == TWENTY || question == DirectQuestion.AVG;
      case FEWER_COLUMNS, DIRECT_FEWER_COLUMNS -> this == WIDE && question == DirectQuestion.AVG;
      // Whatever the client asks for, cursors read pages of one size.
      case CURSOR -> page == StudyContext.PAGE_SIZE;
    };
  }

  /**
   * The time that cursors may take, over that of {@code avg} as Cassandra reads; none where the
   * project has set itself no limit.
   */
  OptionalDouble limit(DirectQuestion question) {
    double limit =
        switch (question) {
          case MEAN, TDIGEST ->
              switch (this) {
                case BIG, BTI -> question == DirectQuestion.MEAN ? 0.10 : 0.15;
                case TWO -> question == DirectQuestion.MEAN ? 0.10 : 0.14;
                case TWENTY, WIDE -> 0.07;
                case MEMTABLE -> 0.25;
                case PARTITIONS -> Double.NaN;
              };
          case FIVE -> 0.25;
          case HOURS -> 0.20;
          case AVG, SPLIT -> Double.NaN;
        };
    return Double.isNaN(limit) ? OptionalDouble.empty() : OptionalDouble.of(limit);
  }

  @Override
  public String toString() {
    return label;
  }
}
