/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

/** Arguments in commands that are shown to be pasted into a shell. */
public final class ShellWord {
  private ShellWord() {}

  /** The argument as it is, or in double quotes, with what a shell expands between them escaped. */
  public static String of(String argument) {
    return argument.matches("[\\w.,:=/@-]+")
        ? argument
        : "\"" + argument.replaceAll("([\\\\\"$`])", "\\\\$1") + "\"";
  }
}
