/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.localcluster.node.StoredTables;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hours over a series that is kept in a partition for each day: one command, and every group is the
 * exact one.
 */
@ExtendWith(NativeNodeExtension.class)
final class QueryBucketedPartitionsIT {
  @TempDir private Path directory;

  @Test
  void should_give_the_exact_hours(NativeNode node) throws IOException {
    SeriesOfDays series = new SeriesOfDays(node.session(), 960);

    for (String partition : List.of("", "partition, ")) {
      series.assertExact(run(node, SeriesOfDays.query(partition)));
    }
  }

  @Test
  @Tag("extended")
  void should_give_the_exact_hours_of_many_rows_sooner_than_a_query_for_each(NativeNode node)
      throws IOException {
    SeriesOfDays series = new SeriesOfDays(node.session(), 200_000);
    StoredTables.flushAndCompact(node.node(), "shop");
    series.compare(() -> run(node, SeriesOfDays.query("")), () -> series.oneByOne(node.session()));
  }

  private CommandLineRun run(NativeNode node, List<String> arguments) {
    return node.run(directory, "query", arguments.toArray(String[]::new));
  }
}
