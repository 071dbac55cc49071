/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.BucketTask;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.TableMaker;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.console.TimeTexts;
import org.cassandrastats.cli.console.UserError;

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
    BucketSource source,
    List<StateColumn> states,
    Target target,
    Buckets buckets,
    Definition definition,
    boolean isThere) {
  Rollup {
    states = List.copyOf(states);
  }

  /**
   * Finds out what is wanted. Nothing is written, and no row is read.
   *
   * @throws UserError if it is not possible, or the table of states holds something else
   */
  static Rollup resolve(CqlSession session, Wanted wanted) {
    TableMaker.requirePartitioner(session.getMetadata());
    BucketTask task = wanted.task();
    BucketSource source =
        BucketSource.find(session, task.from(), task.time(), task.unit(), task.bucket());
    List<StateColumn> states =
        new StateColumns(source.table(), wanted.functionsKeyspace()).of(wanted.states());
    Buckets buckets = new Buckets(task.bucket().toMillis());
    Target target = new Target(task.into(), source.key(), states, task.typed());
    Definition definition =
        Definition.of(
            task.from().toString(),
            source.time(),
            TimeTexts.format(task.bucket()),
            buckets.startText(task.since()),
            states);
    Optional<TableMetadata> table = task.into().find(session);
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

  /** The rollups whose rows are the states of this one. */
  List<TableName> madeFromIt(CqlSession session) {
    return session.getMetadata().getKeyspaces().values().stream()
        .flatMap(keyspace -> keyspace.getTables().values().stream())
        .filter(table -> Target.definition(table).filter(this::isFromIt).isPresent())
        .map(TableName::of)
        .sorted(Comparator.comparing(TableName::toString))
        .toList();
  }

  private boolean isFromIt(Definition other) {
    return other.from().equals(target.name().toString());
  }

  /** Whether the rows are those of a rollup, and stand for several. */
  static boolean isRollup(BucketSource source) {
    return Target.definition(source.table()).isPresent();
  }
}
