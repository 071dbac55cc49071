/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.target;

import java.time.Duration;
import java.util.List;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.console.UserError;

/**
 * Where the lanes of a study are to be had: forked nodes, containers, or the user's own cluster.
 */
public interface Targets extends AutoCloseable {
  /** The lanes to be measured, in their order. */
  List<String> lanes();

  /** What the nodes are, for the settings of a study; the same in every run. */
  String description();

  /**
   * Looks for all that would fail later. Nothing is started or loaded before.
   *
   * @param rows the most that one target will have to hold
   * @throws UserError saying what is missing and what to do
   */
  void check(long rows, Console console);

  /**
   * Makes a target ready: its nodes answer, have the pack, and an empty table for the rows.
   *
   * @param lane one of {@link #lanes}
   * @param nativeTimeout {@code native_transport_timeout} of throw-away nodes: Cassandra 5.0.9
   *     keeps the first one that it has used, whatever is set at run time
   */
  Target open(String lane, Duration nativeTimeout, Console console);

  @Override
  void close();
}
