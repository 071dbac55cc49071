/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.io.PrintWriter;

/**
 * What to try after the demo: commands that work as they stand in the directory of the checkout.
 */
final class NextSteps {
  private NextSteps() {}

  static void print(PrintWriter out) {
    out.printf(
        """

        Try next, in the directory of the checkout (cqlsh comes with: pip install cqlsh):
          bin/cassandra-stats node start
          cqlsh 127.0.0.1 9042 -f cql/examples/sensor.cql
          bin/cassandra-stats query --contact-point 127.0.0.1:9042 \\
            "SELECT stats.summary(value) FROM stats_example.measurement"
        """);
    out.flush();
  }
}
