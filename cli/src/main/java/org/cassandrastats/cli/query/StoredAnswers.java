/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Optional;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.rollup.Packs;
import org.cassandrastats.rollup.RollupQuery;
import org.cassandrastats.rollup.Rollups;
import picocli.CommandLine.Option;

/** What may answer a question instead of rows alone: a rollup, or the chunks of a pack. */
public final class StoredAnswers {
  @Option(
      names = "--use-rollup",
      description =
          "Where a rollup of the table is complete, ask its states instead of rows, and rows elsewhere:"
              + " for a question about named partitions whose aggregates it has. Says what was done.")
  private boolean useRollup;

  @Option(
      names = "--use-pack",
      description =
          "Ask the chunks that pack has made of the table, and the rows that are there, after"
              + " --delete-rows too: for a question about named partitions whose columns are packed.")
  private boolean usePack;

  /**
   * The options of a run: chunks are decoded by the client, whatever the lane.
   *
   * @throws UserError if both are asked for
   */
  StatsOptions options(StatsOptions options) {
    if (usePack && useRollup) {
      throw new UserError("--use-pack cannot be combined with --use-rollup.");
    }
    return usePack ? options.withLane(StatsOptions.Lane.CLIENT) : options;
  }

  /** What answers a question; empty where rows do. */
  Optional<RollupQuery> answer(CqlSession session, StatsQuery query, StatsOptions options) {
    if (usePack) {
      return Optional.of(Packs.of(session).query(query, options));
    }
    return useRollup ? Optional.of(Rollups.of(session).query(query, options)) : Optional.empty();
  }
}
