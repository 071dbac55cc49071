/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is measured again and again: a value of each dimension of a study. */
public final class Cell {
  private final Map<Dimension<?>, Object> values;
  private final Map<String, String> texts;

  private Cell(Map<Dimension<?>, Object> values) {
    this.values = values;
    Map<String, String> names = new LinkedHashMap<>();
    values.forEach((dimension, value) -> names.put(dimension.name(), value.toString()));
    this.texts = Collections.unmodifiableMap(names);
  }

  /** A cell of a lane, with the lane as its only dimension. */
  public static Cell of(String lane) {
    return new Cell(Map.of(Dimension.LANE, lane));
  }

  /** A cell as results hold it. */
  static Cell of(Map<String, String> texts) {
    Map<Dimension<?>, Object> values = new LinkedHashMap<>();
    texts.forEach((name, text) -> values.put(new Dimension<String>(name), text));
    return new Cell(values);
  }

  /** The same with one more dimension, or with another value of one. */
  public <T> Cell with(Dimension<T> dimension, T value) {
    Map<Dimension<?>, Object> more = new LinkedHashMap<>(values);
    more.put(dimension, value);
    return new Cell(more);
  }

  /** The value of a dimension; null without that dimension. */
  @SuppressWarnings("unchecked") // Only with() puts values in.
  public <T> T get(Dimension<T> dimension) {
    return (T) values.get(dimension);
  }

  /** Whether the cell has a value of a dimension. */
  public <T> boolean is(Dimension<T> dimension, T value) {
    return value.equals(values.get(dimension));
  }

  /** The lane. */
  public String lane() {
    return get(Dimension.LANE);
  }

  /** The values by the names of their dimensions, as results hold them. */
  public Map<String, String> texts() {
    return texts;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cell cell && cell.texts.equals(texts);
  }

  @Override
  public int hashCode() {
    return texts.hashCode();
  }

  @Override
  public String toString() {
    return texts.toString();
  }
}
