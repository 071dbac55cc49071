/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;

/** Checks bodies against every {@link Rule}. */
public final class Sandbox {
  private static final int OLDEST_JAVA = 8;
  private static final int NEWEST_JAVA = 11;

  private Sandbox() {}

  /**
   * What was found.
   *
   * @param violations the broken rules; none if all is well
   * @param sizes bytes of bytecode by the name of the body
   * @param classes the compiled classes, stand-ins for Cassandra's included
   */
  public record Report(
      List<Rule.Violation> violations, Map<String, Integer> sizes, Map<String, byte[]> classes) {}

  /** Checks all bodies at once, which is much faster than one by one. */
  public static Report check(List<Body> bodies) {
    List<Rule.Violation> violations = new ArrayList<>();
    Map<String, String> sources = new LinkedHashMap<>();
    sources.put(BodyCompiler.CassandraClass.CONTEXT_NAME, BodyCompiler.CassandraClass.CONTEXT);
    sources.put(BodyCompiler.CassandraClass.VALUE_NAME, BodyCompiler.CassandraClass.VALUE);
    for (int i = 0; i < bodies.size(); i++) {
      List<Rule.Violation> found = SyntaxRules.check(bodies.get(i));
      violations.addAll(found);
      if (found.isEmpty()) {
        sources.put(className(i), BodyCompiler.CassandraClass.source(simpleName(i), bodies.get(i)));
      }
    }
    BodyCompiler.Result compiled = BodyCompiler.compile(OLDEST_JAVA, sources);
    BodyCompiler.Result newer =
        compiled.errors().isEmpty() ? compiled : BodyCompiler.compile(NEWEST_JAVA, sources);
    Map<String, Integer> sizes = new LinkedHashMap<>();
    for (int i = 0; i < bodies.size(); i++) {
      Body body = bodies.get(i);
      int offset = BodyCompiler.CassandraClass.offset(simpleName(i), body);
      for (Diagnostic<?> error : compiled.errors().getOrDefault(className(i), List.of())) {
        // What newer Java compiles is a matter of the API: syntax was checked before.
        Rule rule = newer.errors().containsKey(className(i)) ? Rule.COMPILES : Rule.JAVA_8_API;
        int line = (int) error.getLineNumber() - offset;
        String message = error.getMessage(Locale.ROOT).replace('\n', ' ');
        violations.add(new Rule.Violation(rule, body.name(), body.origin().apply(line), message));
      }
      byte[] classFile =
          compiled.classes().getOrDefault(className(i), newer.classes().get(className(i)));
      if (classFile != null) {
        BytecodeRules.Result result = BytecodeRules.check(body, offset, classFile);
        violations.addAll(result.violations());
        sizes.put(body.name(), result.size());
      }
    }
    return new Report(violations, sizes, compiled.classes());
  }

  /** Name of the class made around the body with a position in the list. */
  public static String className(int index) {
    return BodyCompiler.CassandraClass.PACKAGE + "." + simpleName(index);
  }

  private static String simpleName(int index) {
    return "C" + index;
  }
}
