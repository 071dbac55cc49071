/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The conditions on the primary key that Cassandra answers.
 *
 * @param partitionKey the columns of the partition key in CQL
 * @param values of each of these columns, as constants of CQL; none where the whole table is read
 * @param clustering conditions on clustering columns in CQL
 * @param filtering whether Cassandra reads rows in vain for them where partitions are named
 */
record KeyConditions(
    List<String> partitionKey,
    List<List<String>> values,
    List<String> clustering,
    boolean filtering)
    implements Serializable {
  private static final int SHOWN = 10;

  /** Copies the lists. */
  KeyConditions {
    partitionKey = List.copyOf(partitionKey);
    values = values.stream().map(List::copyOf).toList();
    clustering = List.copyOf(clustering);
  }

  static KeyConditions none(List<String> partitionKey) {
    return new KeyConditions(partitionKey, List.of(), List.of(), false);
  }

  /** The same for a plan that people read: of many values the first ones. */
  KeyConditions shown() {
    List<List<String>> few = new ArrayList<>();
    for (List<String> all : values) {
      if (all.size() <= SHOWN) {
        few.add(all);
      } else {
        List<String> first = new ArrayList<>(all.subList(0, SHOWN));
        first.add("... and %,d more".formatted(all.size() - SHOWN));
        few.add(first);
      }
    }
    return new KeyConditions(partitionKey, few, clustering, filtering);
  }

  boolean isWholeTable() {
    return values.isEmpty();
  }

  /** The column of the key that has the most values. */
  private int widest() {
    int widest = 0;
    for (int i = 1; i < values.size(); i++) {
      widest = values.get(i).size() > values.get(widest).size() ? i : widest;
    }
    return widest;
  }

  /** The same partitions in about so many groups, each of which the conditions name. */
  List<KeyConditions> cut(int groups) {
    int column = widest();
    List<String> all = values.get(column);
    int size = Math.max(1, (all.size() + groups - 1) / groups);
    List<KeyConditions> cut = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      List<List<String>> part = new ArrayList<>(values);
      part.set(column, all.subList(from, Math.min(all.size(), from + size)));
      cut.add(new KeyConditions(partitionKey, part, clustering, filtering));
    }
    return cut;
  }

  /** The conditions for each partition by itself. */
  List<KeyConditions> single() {
    List<KeyConditions> single = List.of(this);
    for (int column = 0; column < values.size(); column++) {
      List<KeyConditions> next = new ArrayList<>();
      for (KeyConditions conditions : single) {
        for (String value : values.get(column)) {
          List<List<String>> one = new ArrayList<>(conditions.values);
          one.set(column, List.of(value));
          next.add(new KeyConditions(partitionKey, one, clustering, filtering));
        }
      }
      single = next;
    }
    return single;
  }

  /** What follows WHERE; empty without conditions. */
  String where() {
    List<String> conditions = new ArrayList<>();
    for (int column = 0; column < values.size(); column++) {
      List<String> of = values.get(column);
      conditions.add(
          partitionKey.get(column)
              + (of.size() == 1 ? " = " + of.get(0) : " IN (" + String.join(", ", of) + ")"));
    }
    conditions.addAll(clustering);
    return String.join(" AND ", conditions);
  }

  /** The clause at the end of a statement with these conditions. */
  String tail() {
    return filtering || (isWholeTable() && !clustering.isEmpty()) ? " ALLOW FILTERING" : "";
  }
}
