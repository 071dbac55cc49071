/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import java.util.Locale;
import org.cassandrastats.compiler.source.Location;

/** What a body must keep to, so that every supported Cassandra accepts it and runs it well. */
public enum Rule {
  JAVA_8_SYNTAX("Cassandra 4.1 compiles bodies as Java 8; write it without newer syntax"),
  JAVA_8_API("Cassandra 4.1 runs on Java 8 or 11; use a method that Java 8 has"),
  COMPILES("the body has to compile as Java 8"),
  LAMBDA("a lambda becomes a second method, which Cassandra refuses; write a loop"),
  METHOD_REFERENCE("a method reference becomes a second method or a refused class; write a loop"),
  LOCAL_CLASS("Cassandra refuses bodies with classes; use local variables"),
  ANONYMOUS_CLASS("Cassandra refuses bodies with classes; write a loop or an if"),
  SYNCHRONIZED("Cassandra refuses synchronized; a state belongs to one thread at a time"),
  ASSERT("assert needs a static field, which Cassandra refuses; throw an exception"),
  DIAMOND(
      "Cassandra's compiler cannot see the classes that <> makes it look at; write the type"
          + " arguments out"),
  STRING_SWITCH("Cassandra's compiler refuses switch on strings; write if and equals"),
  TRY_WITH_RESOURCES("Cassandra's compiler refuses try with resources; there is nothing to close"),
  ALLOWED_CLASSES("the class is not among those that Cassandra lets a body use"),
  BYTE_ORDER("java.nio.ByteOrder is not allowed; use Long.reverseBytes and the like"),
  SYSTEM("System is refused where UDF threads are off; use a loop or Arrays.copyOf"),
  ALLOCATE_DIRECT("direct memory is refused; use ByteBuffer.allocate"),
  FORBIDDEN_METHOD("Cassandra refuses calls of this method"),
  DOLLAR_QUOTES("$$ ends the body in the CQL statement; write it otherwise"),
  BYTECODE_SIZE(
      "methods over 8000 bytes of bytecode are never compiled by HotSpot; make the method smaller");

  private final String reason;

  Rule(String reason) {
    this.reason = reason;
  }

  /** Why the rule exists and what to do instead. */
  public String reason() {
    return reason;
  }

  /** The directory of its examples: {@code byte-order}. */
  public String directory() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * A broken rule.
   *
   * @param rule the rule
   * @param body the name of the body
   * @param location where the offending code comes from
   * @param found what was found there
   */
  public record Violation(Rule rule, String body, Location location, String found) {
    @Override
    public String toString() {
      return location + ": " + found + " (in " + body + ", rule " + rule + "): " + rule.reason();
    }
  }
}
