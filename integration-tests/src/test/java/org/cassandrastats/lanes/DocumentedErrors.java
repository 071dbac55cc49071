/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;

/**
 * The errors that the function reference documents, which is made from the Javadoc of the
 * functions.
 */
final class DocumentedErrors {
  private static final Path REFERENCE = Path.of("..", "docs", "reference.md");
  private static final Pattern FUNCTION = Pattern.compile("Function `(\\w+)\\((.*?)\\)` gives .*");
  private static final String ERROR = "Error: if ";

  /**
   * An error of one overload.
   *
   * @param condition when it is raised, such as "the blob is not a moments state"
   */
  record Documented(AnnotatedFunction function, String condition) {
    @Override
    public String toString() {
      return function + ": " + condition;
    }
  }

  private DocumentedErrors() {}

  /** Every condition of every overload. */
  static List<Documented> all() {
    List<Documented> all = new ArrayList<>();
    Matcher function = null;
    for (String line : lines()) {
      Matcher matcher = FUNCTION.matcher(line);
      if (matcher.matches()) {
        function = matcher;
      } else if (line.startsWith(ERROR)) {
        for (String condition : line.substring(ERROR.length()).split(",? or if |, if ", -1)) {
          for (AnnotatedFunction overload : overloads(function)) {
            all.add(new Documented(overload, condition.replaceAll("\\.$", "")));
          }
        }
      }
    }
    return all;
  }

  private static List<AnnotatedFunction> overloads(Matcher function) {
    List<String> names =
        Stream.of(function.group(2).split(", ", -1))
            .map(parameter -> parameter.replaceAll(" .*", ""))
            .toList();
    List<AnnotatedFunction> overloads =
        Annotated.functions().stream()
            .filter(candidate -> candidate.name().equals(function.group(1)))
            .filter(candidate -> candidate.parameterNames().equals(names))
            .toList();
    if (overloads.isEmpty()) {
      throw new AssertionError("no function " + function.group());
    }
    return overloads;
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(REFERENCE);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }
}
