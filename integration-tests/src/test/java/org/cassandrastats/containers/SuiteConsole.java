/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import org.cassandrastats.cli.console.Console;

/** Lines {@code [suite] ...} of the suites, on standard output, where the build shows them. */
final class SuiteConsole {
  private static final String MARK = "[suite] ";

  private SuiteConsole() {}

  static void say(String line) {
    console().say(MARK + line);
  }

  /** For progress, whose tasks are to be {@link #marked}. */
  static Console console() {
    return Console.plain(System.out);
  }

  static String marked(String task) {
    return MARK + task;
  }
}
