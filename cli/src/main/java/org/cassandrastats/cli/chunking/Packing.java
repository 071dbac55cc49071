/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.cassandrastats.cli.buckets.CountedUnit;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TimeColumn;
import org.cassandrastats.cli.buckets.Watermarks;

/**
 * What a table of chunks holds, as its comment says it; all that unpacking needs to know.
 *
 * @param format the version of this text, 1
 * @param from the table of the rows, in CQL
 * @param time the column of their time, in CQL
 * @param type of that column
 * @param unit what a bigint time counts; null for other types
 * @param bucket the width of the buckets, such as 1h
 * @param since rows of earlier buckets are left out; null where none are
 * @param columns the types of the packed columns, by their names
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Packing(
    int format,
    String from,
    String time,
    String type,
    String unit,
    String bucket,
    String since,
    Map<String, String> columns) {
  private static final String MARK = Watermarks.Kind.PACK.mark();
  private static final int FORMAT = 1;

  Packing {
    columns = new LinkedHashMap<>(columns == null ? Map.of() : columns);
  }

  /** A definition of this version. */
  static Packing of(
      String from, TimeColumn time, String bucket, String since, List<PackedColumn> packed) {
    Map<String, String> columns = new LinkedHashMap<>();
    packed.forEach(column -> columns.put(column.name(), column.type()));
    return new Packing(
        FORMAT,
        from,
        time.name(),
        time.type().asCql(false, false),
        time.unit() == null ? null : time.unit().toString(),
        bucket,
        since,
        columns);
  }

  /** The definition that a comment holds; empty if it holds none that can be read. */
  static Optional<Packing> parse(String comment) {
    return StoredDefinition.parse(MARK, comment, Packing.class)
        .filter(read -> read.format() == FORMAT && !read.columns().isEmpty());
  }

  /** The comment that holds it. */
  String comment() {
    return StoredDefinition.comment(MARK, this);
  }

  /** What a bigint time counts; null for other types. */
  CountedUnit countedUnit() {
    return unit == null ? null : CountedUnit.valueOf(unit.toUpperCase(Locale.ROOT));
  }

  /** The same from another time on. */
  Packing withSince(String newSince) {
    return new Packing(format, from, time, type, unit, bucket, newSince, columns);
  }

  /**
   * In what another definition differs, for a message: {@code bucket 1h, not 2h}.
   *
   * @param wanted what was asked for
   */
  Optional<String> difference(Packing wanted) {
    return StoredDefinition.difference(parts(), wanted.parts());
  }

  private Map<String, String> parts() {
    Map<String, String> parts = StoredDefinition.parts(from, time, unit, bucket, since);
    parts.put("time-type", type);
    // The order in which columns are asked for says nothing.
    parts.put("columns", new TreeMap<>(columns).toString());
    return parts;
  }
}
