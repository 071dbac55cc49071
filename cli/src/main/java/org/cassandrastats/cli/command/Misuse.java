/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What was wrong with the arguments. What follows an option that does not expect it may be a
 * password, as in {@code --passwd S3cret} or {@code -p S3cret}, and logs keep messages: only what
 * stands before all options, and the names of options, are shown.
 */
final class Misuse {
  private Misuse() {}

  static String message(ParameterException problem, String... arguments) {
    if (!(problem instanceof UnmatchedArgumentException unmatched)) {
      return problem.getMessage();
    }
    List<String> all = List.of(arguments);
    int firstOption = (int) all.stream().takeWhile(argument -> !argument.startsWith("-")).count();
    List<String> extra = unmatched.getUnmatched();
    // What follows the first one may be its value, also where it begins like an option.
    Optional<String> option =
        extra.stream()
            .filter(argument -> argument.matches("(?s)-.*"))
            .findFirst()
            .filter(argument -> argument.matches("(?s)--?[a-z].*"))
            .map(Misuse::name);
    if (option.isPresent()) {
      return "Unknown option: " + option.get();
    }
    List<String> before = all.subList(0, firstOption);
    List<String> shown = extra.stream().filter(before::contains).toList();
    return shown.size() == extra.size()
        ? "Unexpected argument: " + shown.stream().collect(Collectors.joining("\", \"", "\"", "\""))
        : "%d unexpected argument%s after the options, not shown because of passwords: put quotes around a statement, and give each option the values that --help names"
            .formatted(extra.size(), extra.size() == 1 ? "" : "s");
  }

  /** The name of an option without a value that is attached to it. */
  private static String name(String option) {
    return option.startsWith("--")
        ? option.replaceFirst("(?s)[=:\\s].*", "")
        : option.substring(0, 2);
  }
}
