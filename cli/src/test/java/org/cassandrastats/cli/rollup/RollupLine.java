/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import java.util.stream.Stream;

/** Command lines that roll up tables of the keyspace shop. */
final class RollupLine {
  private RollupLine() {}

  /** The arguments that roll up a table by the hour of its column at. */
  static String[] of(String from, String into, String state, String... more) {
    Stream<String> always =
        Stream.of(
            "--from",
            "shop." + from,
            "--time",
            "at",
            "--bucket",
            "1h",
            "--state",
            state,
            "--into",
            "shop." + into);
    return Stream.concat(always, Stream.of(more)).toArray(String[]::new);
  }
}
