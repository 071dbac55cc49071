/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.survey;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.cassandrastats.client.request.Requests.Condition;

/**
 * Neighbouring rows that one request can be about.
 *
 * @param found where it is and how much is in it
 * @param conditions that choose its rows
 * @param replicas nodes that own it, of which one is to answer; empty to leave that to the driver
 * @param keys of its partitions; empty where it is a part of one
 */
public record ProbedRange(
    Result found, List<Condition> conditions, Set<Node> replicas, List<List<ByteBuffer>> keys) {
  /** Copies the collections. */
  public ProbedRange {
    conditions = List.copyOf(conditions);
    replicas = Set.copyOf(replicas);
    keys = List.copyOf(keys);
  }

  /** How many partitions it names; 0 where it is a part of one. */
  public int partitions() {
    return keys.size();
  }

  /**
   * What was found between two places of a {@link KeySpace}: 0 is its first key or token, 1 the
   * last.
   *
   * @param from where it begins
   * @param first where its first row is; where it begins if there is none
   * @param to where it ends
   * @param count how many rows (of a table: partitions) are between them, exactly
   * @param complete whether nothing was left out up to the place where the probe was to end; if not
   *     and the count is 0, more rows than were asked for have the same key
   */
  public record Result(double from, double first, double to, long count, boolean complete) {
    /** So many times the mean distance between rows is far. */
    private static final double FAR = 20;

    /** Rows for each unit of places, from its first row on; NaN if it has no width. */
    public double density() {
      double width = to - first;
      return width > 0 ? count / width : Double.NaN;
    }

    /** Rows for each unit of places where it begins: fewer if its first row is far from there. */
    public double densityAtStart() {
      double empty = first - from;
      double density = density();
      return empty * density > FAR ? 1 / empty : density;
    }

    /** Whether so many rows have one key that no row of another was seen. */
    public boolean isCrowded() {
      return !complete && count == 0;
    }
  }
}
