/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import java.util.Locale;

/**
 * A word or sign of a statement.
 *
 * @param kind what it is
 * @param text as it was written
 * @param start where it begins in the statement
 */
record Token(Kind kind, String text, int start) {
  /** What a token is. */
  enum Kind {
    NAME,
    QUOTED_NAME,
    STRING,
    NUMBER,
    /** A UUID or a blob. */
    CONSTANT,
    SIGN,
    END
  }

  int end() {
    return start + text.length();
  }

  boolean isSign(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }

  boolean isWord(String word) {
    return kind == Kind.NAME && text.equalsIgnoreCase(word);
  }

  boolean isName() {
    return kind == Kind.NAME || kind == Kind.QUOTED_NAME;
  }

  /** A name as the schema has it. */
  String identifier() {
    return kind == Kind.QUOTED_NAME
        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
        : text.toLowerCase(Locale.ROOT);
  }

  /** The characters of a string. */
  String string() {
    return text.substring(1, text.length() - 1).replace("''", "'");
  }
}
