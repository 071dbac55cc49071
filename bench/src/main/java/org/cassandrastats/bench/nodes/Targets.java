/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.util.List;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;

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
   * @param variant what throw-away nodes are started with
   */
  Target open(String lane, NodeVariant variant, Console console);

  @Override
  void close();
}
