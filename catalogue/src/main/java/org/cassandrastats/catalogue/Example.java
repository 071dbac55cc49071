/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A known answer.
 *
 * @param call a CQL selector over the known rows
 * @param result its result as a CQL literal
 */
public record Example(String call, String result) {
  /** A text literal, which is left alone, or a name before a parenthesis. */
  private static final Pattern CALL =
      Pattern.compile("'(?:[^']|'')*'|\\b([a-z][a-z0-9_]*)(?=\\s*\\()", Pattern.CASE_INSENSITIVE);

  /** The known rows: the column {@code position} has the values 1, 0, -1, -1, 0 in this order. */
  public static final String KNOWN_ROWS =
      "FROM system_schema.columns"
          + " WHERE keyspace_name = 'system_schema' AND table_name = 'indexes'";

  /** An example as annotations write it: {@code call = result}. */
  public static Example of(String text) {
    String[] callAndResult = text.split(" = ", 2);
    if (callAndResult.length < 2) {
      throw new IllegalArgumentException("expected CALL = RESULT, found " + text);
    }
    return new Example(callAndResult[0], callAndResult[1]);
  }

  /**
   * The call with every function qualified. CQL looks for an unqualified function in the keyspace
   * of the table that is read, not in that of USE.
   */
  public String qualified(String keyspace) {
    String prefix = Matcher.quoteReplacement(Identifier.quoteIfNeeded(keyspace) + ".");
    return CALL.matcher(call)
        .replaceAll(
            match ->
                match.group(1) == null
                    ? Matcher.quoteReplacement(match.group())
                    : isBuiltIn(match.group(1)) ? match.group(1) : prefix + match.group(1));
  }

  /** The names of the functions that are called, but for built-in syntax. */
  public List<String> functions() {
    return CALL.matcher(call)
        .results()
        .map(match -> match.group(1))
        .filter(name -> name != null && !isBuiltIn(name))
        .toList();
  }

  private static boolean isBuiltIn(String name) {
    return name.equalsIgnoreCase("cast");
  }
}
