/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.util.ArrayList;
import java.util.List;

/** Options of a command line. */
public final class Options {
  private Options() {}

  /**
   * A command line that is right but for some options.
   *
   * @param standard options with one value each
   * @param given what takes the place of those options that it names
   */
  public static String[] instead(String[] standard, List<String> given) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < standard.length; i += 2) {
      if (!given.contains(standard[i])) {
        all.addAll(List.of(standard[i], standard[i + 1]));
      }
    }
    all.addAll(given);
    return all.toArray(String[]::new);
  }
}
