/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A function as {@code system_schema.functions} holds it. */
public record LiveFunction(
    Signature signature,
    List<String> parameterNames,
    String returns,
    boolean calledOnNullInput,
    String language,
    String body) {
  /** What the compiler writes at the head of every body. */
  private static final Pattern MARK =
      Pattern.compile(
          "\\bcassandra-stats (?<version>\\d[\\w.+-]*)(?:, [\\w.]*\\b(?<family>\\w+)\\.\\w+\\.\\w+)?");

  /** The version of the pack that this body is of; none if the pack did not write it. */
  public Optional<String> packVersion() {
    return packVersion(body);
  }

  public static Optional<String> packVersion(String body) {
    return marked(body, "version");
  }

  /** The family that this body was made for: the last segment of the package of its method. */
  public Optional<String> family() {
    return marked(body, "family");
  }

  private static Optional<String> marked(String body, String group) {
    Matcher matcher = MARK.matcher(body);
    return matcher.find() ? Optional.ofNullable(matcher.group(group)) : Optional.empty();
  }

  public boolean isOfPack() {
    return packVersion().isPresent();
  }
}
