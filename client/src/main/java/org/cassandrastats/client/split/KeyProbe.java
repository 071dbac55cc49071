/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.range.Cut;
import org.cassandrastats.client.range.KeyType;
import org.cassandrastats.client.range.Range;
import org.cassandrastats.client.request.Requests;
import org.cassandrastats.client.request.Requests.Condition;

/** Looks for keys of a partition, by requests that read a row or a few. */
public record KeyProbe<K>(SplitQuery splitQuery, KeyType<K> type, Requests requests) {
  private static final int SAMPLES = 200;

  /** The least key in a range, or null. */
  public K first(Range<K> range) throws InterruptedException {
    return keys(range, true, 1).stream().findFirst().orElse(null);
  }

  /** The greatest key in a range, or null. */
  public K last(Range<K> range) throws InterruptedException {
    return keys(range, false, 1).stream().findFirst().orElse(null);
  }

  /** Keys from both ends of a range. */
  public List<K> samples(Range<K> range) throws InterruptedException {
    List<K> samples = new ArrayList<>(keys(range, true, SAMPLES));
    samples.addAll(keys(range, false, SAMPLES));
    return samples;
  }

  /**
   * The first keys in a range. Values of no bytes, which numbers and times may be, are none: they
   * are below all keys, in the range that has no lower limit.
   */
  public List<K> keys(Range<K> range, boolean ascending, int limit) throws InterruptedException {
    String order = ascending == splitQuery.isDescending() ? splitQuery.backwards() : "";
    List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition());
    conditions.addAll(limits(range));
    if (range.lower().isEnd() && type.hasEmpty()) {
      conditions.add(new Condition(column(), ">", ByteBuffer.allocate(0)));
    }
    List<List<ByteBuffer>> rows =
        requests.retried(
            "SELECT " + column() + " FROM " + splitQuery.from(),
            conditions,
            order + " LIMIT " + limit);
    // A partition that has static columns only gives a row without a key.
    return rows.stream().map(row -> row.get(0)).filter(Objects::nonNull).map(type::decode).toList();
  }

  /** The conditions that a range is. */
  public List<Condition> limits(Range<K> range) {
    List<Condition> conditions = new ArrayList<>();
    Cut<K> lower = range.lower();
    Cut<K> upper = range.upper();
    if (!lower.isEnd()) {
      conditions.add(new Condition(column(), lower.after() ? ">" : ">=", type.encode(lower.key())));
    }
    if (!upper.isEnd()) {
      conditions.add(new Condition(column(), upper.after() ? "<=" : "<", type.encode(upper.key())));
    }
    return conditions;
  }

  private String column() {
    return Names.cql(splitQuery.split().orElseThrow().getName());
  }
}
