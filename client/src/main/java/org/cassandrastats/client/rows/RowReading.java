/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.rows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * What is read of each row, and how rows become the groups that a server would answer. Groups are
 * those of neighbouring rows, as in Cassandra.
 */
public final class RowReading {
  private final List<String> selectors = new ArrayList<>();
  private final boolean grouped;
  private final int[] keys;
  private final UnaryOperator<ByteBuffer> ofLastKey;
  private final List<RowAggregate.Kind> kinds;
  private final List<int[]> places = new ArrayList<>();

  /**
   * A reading.
   *
   * @param grouped whether there may be no group or several; else all rows are one
   * @param keys what tells groups apart, in CQL: the first columns of answers
   * @param ofLastKey the last key of the value that is read for it
   * @param kinds the columns of answers behind the keys
   * @param anyColumn what is read where nothing else is needed
   */
  public RowReading(
      boolean grouped,
      List<String> keys,
      UnaryOperator<ByteBuffer> ofLastKey,
      List<RowAggregate.Kind> kinds,
      String anyColumn) {
    this.grouped = grouped;
    this.keys = placesOf(keys);
    this.ofLastKey = ofLastKey;
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
    private final ByteBuffer[] current = new ByteBuffer[keys.length];
    private final ByteBuffer[] next = new ByteBuffer[keys.length];
    private final RowAggregate[] aggregates = new RowAggregate[kinds.size()];
    private boolean begun;

    private Groups() {
      if (!grouped) {
        begin();
      }
    }

    /** Adds a row. */
    public void add(List<ByteBuffer> row) {
      if (grouped) {
        group(row);
      }
      for (RowAggregate aggregate : aggregates) {
        aggregate.add(row);
      }
    }

    private void group(List<ByteBuffer> row) {
      boolean same = begun;
      for (int i = 0; i < keys.length; i++) {
        ByteBuffer key = row.get(keys[i]);
        next[i] = i == keys.length - 1 ? ofLastKey.apply(key) : key;
        same = same && Objects.equals(next[i], current[i]);
      }
      if (!same) {
        end();
        begin();
        System.arraycopy(next, 0, current, 0, keys.length);
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
      List<ByteBuffer> group = new ArrayList<>(keys.length + aggregates.length);
      for (ByteBuffer key : current) {
        group.add(key);
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
