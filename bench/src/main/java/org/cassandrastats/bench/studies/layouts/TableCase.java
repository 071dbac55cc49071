/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A table of the study.
 *
 * @param format of its files: {@code big} or {@code bti}, the same for all tables of a node
 * @param cache what of its partitions is kept in the row cache
 * @param size of its records
 */
record TableCase(
    RecordLayout layout, Compression compression, String format, RowCache cache, Size size) {
  /** The default format of Cassandra 5.0. */
  static final String BIG = "big";

  /** The format with a trie as index. */
  static final String BTI = "bti";

  private static final String ROW_CACHE = "512MiB";

  /** The default in everything. */
  static TableCase standard(RecordLayout layout, Size size) {
    return new TableCase(layout, Compression.LZ4, BIG, RowCache.OFF, size);
  }

  /**
   * What differs from the default in one thing at most: compression, format or row cache.
   *
   * @param compressions LZ4 among them
   */
  static List<TableCase> matrix(
      List<RecordLayout> layouts, List<Compression> compressions, Size size) {
    Set<TableCase> cases = new LinkedHashSet<>();
    for (RecordLayout layout : layouts) {
      for (Compression compression : compressions) {
        cases.add(new TableCase(layout, compression, BIG, RowCache.OFF, size));
      }
      cases.add(new TableCase(layout, Compression.LZ4, BIG, RowCache.ON, size));
      cases.add(new TableCase(layout, Compression.LZ4, BTI, RowCache.OFF, size));
    }
    return List.copyOf(cases);
  }

  /** Every combination of layout, compression, format and row cache. */
  static List<TableCase> product(
      List<RecordLayout> layouts, List<Compression> compressions, Size size) {
    Set<TableCase> cases = new LinkedHashSet<>();
    for (RecordLayout layout : layouts) {
      for (Compression compression : compressions) {
        for (String format : List.of(BIG, BTI)) {
          cases.add(new TableCase(layout, compression, format, RowCache.OFF, size));
          cases.add(new TableCase(layout, compression, format, RowCache.ON, size));
        }
      }
    }
    return List.copyOf(cases);
  }

  /** Whether everything is as Cassandra has it by default. */
  boolean isStandard() {
    return equals(standard(layout, size));
  }

  /** What a node needs in its cassandra.yaml for tables of a format. */
  static Map<String, Object> yaml(String format) {
    return Map.of("sstable.selected_format", format, "row_cache_size", ROW_CACHE);
  }

  /** The name of the table, of the 48 letters at most that Cassandra allows. */
  String tableName() {
    return "%s_%s_%s%s_%dx%d"
        .formatted(
            layout.name(), compression.name(), format, cache.suffix, size.records(), size.columns())
        .toLowerCase(Locale.ROOT);
  }

  /** The options of the table in CQL. */
  String options() {
    return compression.option()
        + " AND caching = {'keys': 'ALL', 'rows_per_partition': '"
        + cache.rows
        + "'}";
  }

  /** How many records of how many columns there are. */
  record Size(int records, int columns) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,d of %d columns", records, columns);
    }
  }

  /** What Cassandra keeps of each partition that is read. */
  enum RowCache {
    /** Nothing. */
    OFF("", "NONE"),
    /** All of it. */
    ON("_rc", "ALL"),
    /** Its first rows. */
    HEAD("_head", Integer.toString(Records.PER_HEAD));

    private final String suffix;
    private final String rows;

    RowCache(String suffix, String rows) {
      this.suffix = suffix;
      this.rows = rows;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How Cassandra compresses the files of a table. */
  enum Compression {
    /** The default. */
    LZ4("'class': 'LZ4Compressor'"),
    /** As gzip does. */
    DEFLATE("'class': 'DeflateCompressor'"),
    /** Zstandard. */
    ZSTD("'class': 'ZstdCompressor'"),
    /** Not at all. */
    NONE("'enabled': 'false'");

    private final String options;

    Compression(String options) {
      this.options = options;
    }

    /** The option of a table. */
    String option() {
      return "compression = {" + options + "}";
    }

    @Override
    public String toString() {
      return this == LZ4 ? "LZ4" : name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
  }
}
