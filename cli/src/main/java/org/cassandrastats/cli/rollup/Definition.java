/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TimeColumn;
import org.cassandrastats.cli.buckets.Watermarks;

/**
 * What a rollup holds, as the comment of its table says it.
 *
 * @param format the version of this text, 1
 * @param from the table of the rows, in CQL
 * @param time the column of their time, in CQL
 * @param unit what a bigint time counts; null for other types
 * @param bucket the width of the buckets, such as 1h
 * @param since rows of earlier buckets are left out; null where none are
 * @param states the aggregates, by the names of their columns
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Definition(
    int format,
    String from,
    String time,
    String unit,
    String bucket,
    String since,
    Map<String, String> states) {
  private static final String MARK = Watermarks.Kind.ROLLUP.mark();
  private static final int FORMAT = 1;

  Definition {
    states = new LinkedHashMap<>(states == null ? Map.of() : states);
  }

  /** A definition of this version. */
  static Definition of(
      String from, TimeColumn time, String bucket, String since, List<StateColumn> columns) {
    Map<String, String> states = new LinkedHashMap<>();
    columns.forEach(column -> states.put(column.name(), column.aggregate()));
    return new Definition(
        FORMAT,
        from,
        time.name(),
        time.unit() == null ? null : time.unit().toString(),
        bucket,
        since,
        states);
  }

  /** The definition that a comment holds; empty if it holds none that can be read. */
  static Optional<Definition> parse(String comment) {
    return StoredDefinition.parse(MARK, comment, Definition.class)
        .filter(read -> read.format() == FORMAT);
  }

  /** The comment that holds it. */
  String comment() {
    return StoredDefinition.comment(MARK, this);
  }

  /** The same from another time on. */
  Definition withSince(String newSince) {
    return new Definition(format, from, time, unit, bucket, newSince, states);
  }

  /**
   * In what another definition differs, for a message: {@code bucket 1h, not 2h}.
   *
   * @param wanted what was asked for
   */
  Optional<String> difference(Definition wanted) {
    return StoredDefinition.difference(parts(), wanted.parts());
  }

  private Map<String, String> parts() {
    Map<String, String> parts = StoredDefinition.parts(from, time, unit, bucket, since);
    // The order in which states are asked for says nothing.
    parts.put("states", new TreeMap<>(states).toString());
    return parts;
  }
}
