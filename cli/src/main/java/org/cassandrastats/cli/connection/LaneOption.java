/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.api.StatsOptions.Lane;
import picocli.CommandLine.Option;

/** Where aggregates of rows are computed. */
public final class LaneOption {
  @Option(
      names = "--lane",
      paramLabel = "LANE",
      defaultValue = "automatic",
      description =
          "Where aggregates are computed: server, which sends states; client, to which rows are sent,"
              + " and which needs no more than SELECT on the table; automatic, which is client where"
              + " neither the scripts nor the server jar are there. Default: ${DEFAULT-VALUE}.")
  private Lane lane;

  /** The lane that is asked for. */
  public Lane lane() {
    return lane;
  }

  /**
   * Says which lane it is, where that was left open and is not what one would expect.
   *
   * @param wanted the lane that was asked for
   * @param taken the one that it is
   * @param keyspace of the functions, without quotes
   */
  public static void say(Lane wanted, Lane taken, String keyspace) {
    if (wanted == Lane.AUTOMATIC && taken == Lane.CLIENT) {
      Console.standard()
          .say(
              "Client lane: no node answers %s.*, neither by scripts nor by the server jar; rows are read, and aggregated here."
                  .formatted(keyspace));
    }
  }
}
