/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.List;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.TableMaker;
import org.cassandrastats.cli.buckets.Watermarks;

/** What comes before the first bucket: nothing is made for a run that could not begin. */
final class Preparation {
  private final StatementSender calls;
  private final Rollup rollup;
  private final String functionsKeyspace;

  Preparation(StatementSender calls, Rollup rollup, String functionsKeyspace) {
    this.calls = calls;
    this.rollup = rollup;
    this.functionsKeyspace = functionsKeyspace;
  }

  /**
   * Asks for the states of no rows, which Cassandra refuses where functions or permissions are
   * missing.
   */
  void tryStates() {
    BucketSource source = rollup.source();
    String cql = BucketReader.select(source, rollup.states()) + source.whereNone();
    calls.rows(calls.bind(calls.prepare(cql), List.of()));
  }

  /** Makes the tables that are missing. */
  TableMetadata makeTables() {
    Target target = rollup.target();
    TableMaker maker = new TableMaker(calls);
    if (!rollup.isThere() && target.typed()) {
      maker.requireJar(functionsKeyspace);
    }
    maker.makeWatermarks(Watermarks.Kind.ROLLUP, target.name().keyspace());
    TableMetadata made = maker.make(target.name(), target.createStatement(rollup.definition()));
    // Another run may have made it at the same moment.
    target.check(made, rollup.definition());
    return made;
  }
}
