/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import org.cassandrastats.live.Scratch;

/** User-defined functions that say they give states, and do not. */
final class WrongFunctions {
  private WrongFunctions() {}

  /** Creates {@code bad(n)}, n bytes of zero as a type, and {@code bad_list(n)}, a list of that. */
  static void create(Scratch db, String type) {
    String wrap = "java.nio.ByteBuffer.wrap(new byte[n])";
    db.function("bad(n int)", "RETURNS NULL ON NULL INPUT", type, "return " + wrap + ";");
    db.function(
        "bad_list(n int)",
        "RETURNS NULL ON NULL INPUT",
        "list<" + type + ">",
        "return java.util.Collections.singletonList(" + wrap + ");");
  }
}
