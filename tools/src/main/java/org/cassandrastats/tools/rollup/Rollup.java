/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.tools.console.TimeTexts;
import org.cassandrastats.tools.console.UserError;

/**
 * A rollup that can be made, or is there.
 *
 * @param source the table of rows
 * @param states the columns of states
 * @param target the table of states
 * @param buckets how time is cut
 * @param definition what the table of states says, or will say
 * @param isThere whether the table of states is there
 */
record Rollup(
    Source source,
    List<StateColumn> states,
    Target target,
    Buckets buckets,
    Definition definition,
    boolean isThere) {
  private static final String PARTITIONER = "Murmur3Partitioner";

  Rollup {
    states = List.copyOf(states);
  }

  /**
   * Finds out what is wanted. Nothing is written, and no row is read.
   *
   * @throws UserError if it is not possible, or the table of states holds something else
   */
  static Rollup resolve(CqlSession session, Wanted wanted) {
    requirePartitioner(session);
    Source source =
        Source.find(session, wanted.from(), wanted.time(), wanted.unit(), wanted.bucket());
    List<StateColumn> states =
        new StateColumns(source.table(), wanted.functionsKeyspace()).of(wanted.states());
    Buckets buckets = new Buckets(wanted.bucket().toMillis());
    Target target = new Target(wanted.into(), source.key(), states, wanted.typed());
    Definition definition =
        Definition.of(
            wanted.from().toString(),
            source.time(),
            TimeTexts.format(wanted.bucket()),
            wanted.since() == null
                ? null
                : Instant.ofEpochMilli(buckets.start(wanted.since().toEpochMilli())).toString(),
            states);
    Optional<TableMetadata> table = wanted.into().find(session);
    return new Rollup(
        source,
        states,
        target,
        buckets,
        table.map(found -> target.check(found, definition)).orElse(definition),
        table.isPresent());
  }

  /** When rows are wanted from, in milliseconds; null for the first one. */
  Long since() {
    return definition.since() == null ? null : Instant.parse(definition.since()).toEpochMilli();
  }

  private static void requirePartitioner(CqlSession session) {
    String name =
        session.getMetadata().getTokenMap().map(map -> map.getPartitionerName()).orElse("none");
    if (!name.endsWith(PARTITIONER)) {
      throw new UserError(
          "The cluster places partitions by %s: expected %s.".formatted(name, PARTITIONER));
    }
  }
}
