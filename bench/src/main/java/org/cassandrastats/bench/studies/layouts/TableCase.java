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
 * @param cached whether its partitions are kept in the row cache
 */
public record TableCase(
    RecordLayout layout, Compression compression, String format, boolean cached) {
  /** The default format of Cassandra 5.0. */
  public static final String BIG = "big";

  /** The format with a trie as index. */
  public static final String BTI = "bti";

  private static final String ROW_CACHE = "512MiB";

  /** The default in everything. */
  public static TableCase standard(RecordLayout layout) {
    return new TableCase(layout, Compression.LZ4, BIG, false);
  }

  /**
   * What differs from the default in one thing at most: compression, format or row cache.
   *
   * @param compressions LZ4 among them
   */
  public static List<TableCase> matrix(List<RecordLayout> layouts, List<Compression> compressions) {
    Set<TableCase> cases = new LinkedHashSet<>();
    for (RecordLayout layout : layouts) {
      for (Compression compression : compressions) {
        cases.add(new TableCase(layout, compression, BIG, false));
      }
      cases.add(new TableCase(layout, Compression.LZ4, BIG, true));
      cases.add(new TableCase(layout, Compression.LZ4, BTI, false));
    }
    return List.copyOf(cases);
  }

  /** Every combination of layout, compression, format and row cache. */
  public static List<TableCase> product(
      List<RecordLayout> layouts, List<Compression> compressions) {
    Set<TableCase> cases = new LinkedHashSet<>();
    for (RecordLayout layout : layouts) {
      for (Compression compression : compressions) {
        for (String format : List.of(BIG, BTI)) {
          cases.add(new TableCase(layout, compression, format, false));
          cases.add(new TableCase(layout, compression, format, true));
        }
      }
    }
    return List.copyOf(cases);
  }

  /** What a node needs in its cassandra.yaml for tables of a format. */
  public static Map<String, Object> yaml(String format) {
    return Map.of("sstable.selected_format", format, "row_cache_size", ROW_CACHE);
  }

  /** The name of the table. */
  public String tableName() {
    return "%s_%s_%s%s"
        .formatted(layout.name(), compression.name(), format, cached ? "_cached" : "")
        .toLowerCase(Locale.ROOT);
  }

  /** The options of the table in CQL. */
  public String options() {
    return compression.option()
        + " AND caching = {'keys': 'ALL', 'rows_per_partition': '"
        + (cached ? "ALL" : "NONE")
        + "'}";
  }

  /** How Cassandra compresses the files of a table. */
  public enum Compression {
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
    public String option() {
      return "compression = {" + options + "}";
    }

    @Override
    public String toString() {
      return this == LZ4 ? "LZ4" : name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
  }
}
