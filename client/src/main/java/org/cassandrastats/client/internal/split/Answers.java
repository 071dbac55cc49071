/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.client.internal.request.AnswerLimit;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.rows.RowReading;

/**
 * The groups of some rows: a node is asked for them, or for the rows, of which they are made here.
 *
 * @param splitQuery what is asked
 * @param requests that are sent
 */
record Answers(SplitQuery splitQuery, Requests requests) {
  /**
   * The groups of a part of a partition. Cassandra reads no more rows at once than a page has, also
   * where it groups them: answers are kept small by the widths of parts, not by small pages.
   *
   * @param partition of those that the statement names, from 0
   * @throws AnswerLimit.Exceeded if the client makes more groups than there may be
   */
  List<List<ByteBuffer>> insidePartition(
      Node node, int partition, List<Condition> conditions, AnswerLimit limit)
      throws InterruptedException {
    return groups(
        splitQuery.rows().isPresent()
            ? ofRows(splitQuery.rowsOf(partition), node, conditions, limit)
            : requests.rows(node, splitQuery.select(), conditions, splitQuery.tail()));
  }

  /**
   * The groups of several partitions.
   *
   * @throws AnswerLimit.Exceeded if there are more than there may be
   */
  List<List<ByteBuffer>> ofPartitions(Node node, List<Condition> conditions, AnswerLimit limit)
      throws InterruptedException {
    if (splitQuery.rows().isPresent()) {
      return groups(ofRows(splitQuery.rows().get(), node, conditions, limit));
    }
    return splitQuery.grouping().isGrouped()
        ? groups(requests.rows(node, splitQuery.select(), conditions, splitQuery.tail(), limit))
        : requests.rows(node, splitQuery.select(), conditions, splitQuery.tail());
  }

  private List<List<ByteBuffer>> groups(List<List<ByteBuffer>> answer) {
    return splitQuery.grouping().groups(splitQuery.selection(), answer);
  }

  private List<List<ByteBuffer>> ofRows(
      RowReading reading, Node node, List<Condition> conditions, AnswerLimit limit)
      throws InterruptedException {
    RowReading.Groups groups = reading.groups();
    requests.pages(
        node,
        splitQuery.select(reading.selectors()),
        conditions,
        splitQuery.tail(),
        (page, more) -> {
          page.forEach(groups::add);
          limit.check(groups.complete(), more);
        });
    return groups.all();
  }
}
