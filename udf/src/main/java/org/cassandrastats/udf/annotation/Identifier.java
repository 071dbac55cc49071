/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

/** A CQL name as text of a statement. */
public final class Identifier {
  private static final String UNQUOTED = "[a-z][a-z0-9_]*";

  /** What begins something else than a name in some places of a statement, though not in all. */
  private static final String AMBIGUOUS = " cast distinct json key maxwritetime ttl writetime ";

  private Identifier() {}

  /**
   * The name as it has to be written: in double quotes where CQL would otherwise change or refuse
   * it, or take it for something else.
   */
  public static String quoteIfNeeded(String name) {
    boolean plain =
        name.matches(UNQUOTED)
            && !ReservedWords.contains(name)
            && !AMBIGUOUS.contains(" " + name + " ");
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
