/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The cells of a lane: every combination of the values of some dimensions. */
public final class Grid {
  private final List<Cell> cells;

  private Grid(List<Cell> cells) {
    this.cells = List.copyOf(cells);
  }

  /** A single cell, of a lane. */
  public static Grid of(String lane) {
    return new Grid(List.of(Cell.of(lane)));
  }

  /** The cells of several lanes, one after the other. */
  public static List<Cell> each(List<String> lanes, Function<String, List<Cell>> cells) {
    return lanes.stream().map(cells).flatMap(List::stream).toList();
  }

  /** Each cell with each value of a further dimension. */
  public <T> Grid by(Dimension<T> dimension, Collection<T> values) {
    return by(dimension, cell -> values);
  }

  /** Each cell with each value of an enumeration. */
  public <T> Grid by(Dimension<T> dimension, T[] values) {
    return by(dimension, Arrays.asList(values));
  }

  /** Each cell with each of those values of a further dimension that there are for it. */
  public <T> Grid by(Dimension<T> dimension, Function<Cell, Collection<T>> values) {
    List<Cell> more = new ArrayList<>();
    for (Cell cell : cells) {
      for (T value : values.apply(cell)) {
        more.add(cell.with(dimension, value));
      }
    }
    return new Grid(more);
  }

  /** The cells that a condition holds for. */
  public Grid where(Predicate<Cell> condition) {
    return new Grid(cells.stream().filter(condition).toList());
  }

  /** The cells; the values of the last dimension change from one to the next. */
  public List<Cell> cells() {
    return cells;
  }
}
