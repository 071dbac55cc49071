/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cql.catalogue;

import java.util.regex.Pattern;

/** A CQL name as text of a statement. */
public final class Identifier {
  private static final Pattern UNQUOTED = Pattern.compile("[a-z][a-z0-9_]*");

  private Identifier() {}

  /**
   * The name as it has to be written: in double quotes where CQL would otherwise change or refuse
   * it.
   */
  public static String quoteIfNeeded(String name) {
    return UNQUOTED.matcher(name).matches() && !ReservedWords.contains(name)
        ? name
        : '"' + name.replace("\"", "\"\"") + '"';
  }
}
