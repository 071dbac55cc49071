/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.rows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What is read of each row, and how rows become the groups that a server would answer. Groups are
 * those of neighbouring rows, as in Cassandra.
 */
public final class RowReading {
  private final List<String> selectors = new ArrayList<>();
  private final boolean grouped;
  private final List<String> keys;
  private final int[] placesOfKeys;
  private final Map<String, ByteBuffer> known;
  private final Supplier<UnaryOperator<ByteBuffer>> ofLastKey;
  private final List<RowAggregate.Kind> kinds;
  private final String anyColumn;
  private final boolean ofRowsOnly;
  private final List<int[]> places = new ArrayList<>();

  /**
   * A reading.
   *
   * @param grouped whether there may be no group or several; else all rows are one
   * @param keys what tells groups apart, in CQL: the first columns of answers
   * @param ofLastKey the last key of the value that is read for it: one for each reader
   * @param kinds the columns of answers behind the keys
   * @param anyColumn what is read where nothing else is needed
   */
  public RowReading(
      boolean grouped,
      List<String> keys,
      Supplier<UnaryOperator<ByteBuffer>> ofLastKey,
      List<RowAggregate.Kind> kinds,
      String anyColumn) {
    this(grouped, keys, Map.of(), ofLastKey, kinds, anyColumn, false);
  }

  private RowReading(
      boolean grouped,
      List<String> keys,
      Map<String, ByteBuffer> known,
      Supplier<UnaryOperator<ByteBuffer>> ofLastKey,
      List<RowAggregate.Kind> kinds,
      String anyColumn,
      boolean ofRowsOnly) {
    this.grouped = grouped;
    this.keys = List.copyOf(keys);
    this.known = Map.copyOf(known);
    this.placesOfKeys = placesOf(keys.stream().filter(key -> !known.containsKey(key)).toList());
    this.ofLastKey = ofLastKey;
    this.anyColumn = anyColumn;
    this.ofRowsOnly = ofRowsOnly && placesOfKeys.length > 0;
    this.kinds = List.copyOf(kinds);
    this.kinds.forEach(kind -> places.add(placesOf(kind.arguments())));
    if (selectors.isEmpty()) {
      selectors.add(anyColumn);
    }
  }

  private int[] placesOf(List<String> arguments) {
    int[] found = new int[arguments.size()];
    for (int i = 0; i < found.length; i++) {
      if (!selectors.contains(arguments.get(i))) {
        selectors.add(arguments.get(i));
      }
      found[i] = selectors.indexOf(arguments.get(i));
    }
    return found;
  }

  /**
   * The same reading of rows that have some keys in common, which are not read then.
   *
   * @param values of keys, by their CQL; those that are no keys have no effect
   */
  public RowReading of(Map<String, ByteBuffer> values) {
    return new RowReading(grouped, keys, values, ofLastKey, kinds, anyColumn, ofRowsOnly);
  }

  /**
   * The same reading, which leaves out partitions of static columns only: of these Cassandra gives
   * a row without clustering columns, of which the last key is one or is made.
   */
  public RowReading ofRowsOnly() {
    return new RowReading(grouped, keys, known, ofLastKey, kinds, anyColumn, true);
  }

  /** What is read of each row. */
  public List<String> selectors() {
    return List.copyOf(selectors);
  }

  /** Begins to read. */
  public Groups groups() {
    return new Groups();
  }

  /** The groups of rows that come one after the other. Of one thread. */
  public final class Groups {
    private final List<List<ByteBuffer>> complete = new ArrayList<>();
    private final ByteBuffer[] current = new ByteBuffer[placesOfKeys.length];
    private final ByteBuffer[] next = new ByteBuffer[placesOfKeys.length];
    private final UnaryOperator<ByteBuffer> lastKey = ofLastKey.get();
    private final RowAggregate[] aggregates = new RowAggregate[kinds.size()];
    private boolean begun;

    private Groups() {
      if (!grouped) {
        begin();
      }
    }

    /** Adds a row. */
    public void add(List<ByteBuffer> row) {
      if (ofRowsOnly && row.get(placesOfKeys[placesOfKeys.length - 1]) == null) {
        return;
      }
      if (grouped) {
        group(row);
      }
      for (RowAggregate aggregate : aggregates) {
        aggregate.add(row);
      }
    }

    private void group(List<ByteBuffer> row) {
      boolean same = begun;
      for (int i = 0; i < next.length; i++) {
        ByteBuffer key = row.get(placesOfKeys[i]);
        next[i] = i == next.length - 1 ? lastKey.apply(key) : key;
        same = same && Objects.equals(next[i], current[i]);
      }
      if (!same) {
        end();
        begin();
        System.arraycopy(next, 0, current, 0, next.length);
      }
    }

    private void begin() {
      begun = true;
      for (int i = 0; i < aggregates.length; i++) {
        aggregates[i] = kinds.get(i).start().apply(places.get(i));
      }
    }

    private void end() {
      if (!begun) {
        return;
      }
      List<ByteBuffer> group = new ArrayList<>(keys.size() + aggregates.length);
      int read = 0;
      for (String key : keys) {
        group.add(known.containsKey(key) ? known.get(key) : current[read++]);
      }
      for (RowAggregate aggregate : aggregates) {
        group.add(aggregate.result());
      }
      complete.add(group);
    }

    /** The groups that no further row is in, as long as there are further rows. */
    public List<List<ByteBuffer>> complete() {
      return complete;
    }

    /** All groups: there are no more rows. */
    public List<List<ByteBuffer>> all() {
      end();
      begun = false;
      return complete;
    }
  }
}
