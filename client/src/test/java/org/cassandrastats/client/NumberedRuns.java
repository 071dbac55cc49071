/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.cassandrastats.client.api.RunStatistics;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.run.SplitClient;

/** Runs on threads of their own that give the numbers from 0 on, without a node. */
final class NumberedRuns {
  private static final List<String> COLUMNS = List.of("number");

  private NumberedRuns() {}

  static CompletableFuture<StatsResult> start(long rows, Consumer<StatsRow> taker) {
    return AsyncRun.start(
        SplitClient::daemon,
        () -> {
          for (long row = 0; row < rows; row++) {
            taker.accept(StatsRow.of(COLUMNS, List.of(row)));
          }
          return StatsResult.of(COLUMNS, List.of(), RunStatistics.builder().rows(rows).build());
        });
  }

  static CompletableFuture<StatsResult> failing(RuntimeException failure) {
    return AsyncRun.start(
        SplitClient::daemon,
        () -> {
          throw failure;
        });
  }
}
