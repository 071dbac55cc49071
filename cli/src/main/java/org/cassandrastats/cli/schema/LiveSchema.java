/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Catalogue;

/**
 * What a keyspace holds, as one node sees it.
 *
 * @param keyspace its name, unquoted
 * @param exists false if there is no such keyspace; all else is empty then
 * @param tables tables and views, with the types of their columns
 * @param masks columns of any keyspace that are masked by one of the functions, as text
 */
public record LiveSchema(
    String keyspace,
    boolean exists,
    Map<Signature, LiveFunction> functions,
    Map<Signature, LiveAggregate> aggregates,
    Map<String, LiveType> types,
    Map<String, List<String>> tables,
    Map<String, List<String>> masks) {

  /** How many functions and aggregates of the catalogue are not there. */
  public int missing(Catalogue catalogue) {
    return (int)
        (catalogue.functions().stream()
                .filter(function -> !functions.containsKey(Signature.of(function)))
                .count()
            + catalogue.aggregates().stream()
                .filter(aggregate -> !aggregates.containsKey(Signature.of(aggregate)))
                .count());
  }

  /** The aggregates that run a function. */
  public List<LiveAggregate> aggregatesUsing(Signature function) {
    return aggregates.values().stream().filter(aggregate -> aggregate.uses(function)).toList();
  }

  /** Whether the pack wrote the function that an aggregate accumulates with. */
  public boolean isOfPack(LiveAggregate aggregate) {
    LiveFunction state = functions.get(aggregate.stateSignature());
    return state != null && state.isOfPack();
  }
}
