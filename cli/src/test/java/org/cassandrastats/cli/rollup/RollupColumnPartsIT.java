/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States of fields of user-defined types, and of elements of maps. */
@ExtendWith(NativeNodeExtension.class)
final class RollupColumnPartsIT {
  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    node.execute("CREATE TYPE shop.measured (value double, unit text)");
    node.execute(
        "CREATE TABLE shop.machine (k int, at timestamp, r frozen<measured>, m map<text, double>, PRIMARY KEY (k, at))");
    for (int i = 0; i < 6; i++) {
      node.execute(
          "INSERT INTO shop.machine (k, at, r, m) VALUES (1, %d, {value: %d, unit: 'C'}, {'x-1': %d})"
              .formatted(i * 1000, i, 10 * i));
    }
    node.execute("INSERT INTO shop.machine (k, at) VALUES (1, 6000)");
  }

  @ParameterizedTest
  @CsvSource({"native, server", "rows, client"})
  void should_keep_states_of_parts_of_columns(String table, String lane) {
    CommandLineRun run =
        node.run(
            directory,
            "rollup",
            "--from",
            "shop.machine",
            "--time",
            "at",
            "--bucket",
            "1m",
            "--state",
            "moments(r.value), moments(m['x-1'])",
            "--into",
            "shop." + table,
            "--lane",
            lane);

    assertThat(run.exitCode()).as("%s", run).isZero();
    Row row =
        node.rows(
                "SELECT stats.moments_sum(moments_r_value), stats.moments_sum(moments_m_x_1), rows FROM shop."
                    + table)
            .get(0);
    assertThat(row.getDouble(0)).isEqualTo(15);
    assertThat(row.getDouble(1)).isEqualTo(150);
    assertThat(row.getLong(2)).isEqualTo(7);
  }
}
