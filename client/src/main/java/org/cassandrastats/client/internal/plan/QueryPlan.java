/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was found out about a query, and what to do.
 *
 * @param statement the query
 * @param table its table in CQL
 * @param wholeTable whether it reads all partitions
 * @param timeColumn the clustering column by whose time states can be kept; empty if there is none
 * @param states selectors of the states that answer it
 * @param facts of the cluster
 * @param tableFacts what nodes know of the table
 * @param partitions of the query
 * @param sample what parts of it have cost
 * @param floor the built-in aggregate of the sample
 * @param forecast what each way of asking would take
 * @param recommendation what to do
 */
public record QueryPlan(
    String statement,
    String table,
    boolean wholeTable,
    Optional<String> timeColumn,
    List<String> states,
    ClusterFacts facts,
    TableFacts tableFacts,
    Forecast.Rows partitions,
    Sample sample,
    String floor,
    Forecast forecast,
    Recommendation recommendation) {
  /** Copies the list. */
  public QueryPlan {
    states = List.copyOf(states);
  }

  /** What is not known, or may be otherwise. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>(facts.limits().notes());
    if (wholeTable && forecast.rows().certainty() != Forecast.Rows.Certainty.EXACT) {
      tableFacts.warning().ifPresent(notes::add);
    }
    return notes;
  }
}
