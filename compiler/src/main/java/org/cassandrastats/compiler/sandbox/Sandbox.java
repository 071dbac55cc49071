/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.Problem;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.stmt.AssertStmt;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.LocalClassDeclarationStmt;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
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
    sources.put(BodyCompiler.CONTEXT_NAME, BodyCompiler.CONTEXT);
    sources.put(BodyCompiler.VALUE_NAME, BodyCompiler.VALUE);
    sources.put(BodyCompiler.DATE_NAME, BodyCompiler.DATE);
    for (int i = 0; i < bodies.size(); i++) {
      List<Rule.Violation> found = SyntaxRules.check(bodies.get(i));
      violations.addAll(found);
      if (found.isEmpty()) {
        sources.put(className(i), BodyCompiler.source(simpleName(i), bodies.get(i)));
      }
    }
    BodyCompiler.Result compiled = BodyCompiler.compile(OLDEST_JAVA, sources);
    BodyCompiler.Result newer =
        compiled.errors().isEmpty() ? compiled : BodyCompiler.compile(NEWEST_JAVA, sources);
    Map<String, Integer> sizes = new LinkedHashMap<>();
    for (int i = 0; i < bodies.size(); i++) {
      Body body = bodies.get(i);
      int offset = BodyCompiler.offset(simpleName(i), body);
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
    return BodyCompiler.PACKAGE + "." + simpleName(index);
  }

  private static String simpleName(int index) {
    return "C" + index;
  }

  /** The rules that can be seen in the text of a body. */
  private static final class SyntaxRules {
    private static final JavaParser PARSER =
        new JavaParser(new ParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_8));

    private final Body body;
    private final List<Rule.Violation> violations = new ArrayList<>();

    private SyntaxRules(Body body) {
      this.body = body;
    }

    static List<Rule.Violation> check(Body body) {
      SyntaxRules rules = new SyntaxRules(body);
      rules.check();
      return rules.violations;
    }

    private void check() {
      int line = 1;
      for (String text : body.text().lines().toList()) {
        if (text.contains("$$")) {
          add(Rule.DOLLAR_QUOTES, line, "'$$'");
        }
        line++;
      }
      ParseResult<BlockStmt> result = PARSER.parseBlock("{\n" + body.text() + "\n}");
      for (Problem problem : result.getProblems()) {
        int begin =
            problem
                .getLocation()
                .flatMap(range -> range.getBegin().getRange())
                .map(range -> range.begin.line)
                .orElse(2);
        add(Rule.JAVA_8_SYNTAX, begin - 1, problem.getMessage().lines().findFirst().orElse(""));
      }
      result.getResult().ifPresent(block -> block.walk(this::check));
    }

    private void check(Node node) {
      if (node instanceof LambdaExpr) {
        add(Rule.LAMBDA, node, "a lambda");
      } else if (node instanceof MethodReferenceExpr) {
        add(Rule.METHOD_REFERENCE, node, "a method reference");
      } else if (node instanceof LocalClassDeclarationStmt) {
        add(Rule.LOCAL_CLASS, node, "a local class");
      } else if (node instanceof SynchronizedStmt) {
        add(Rule.SYNCHRONIZED, node, "synchronized");
      } else if (node instanceof AssertStmt) {
        add(Rule.ASSERT, node, "assert");
      } else if (node instanceof TryStmt block && !block.getResources().isEmpty()) {
        add(Rule.TRY_WITH_RESOURCES, node, "try with resources");
      } else if (node instanceof ClassOrInterfaceType type
          && type.getNameAsString().equals("var")) {
        add(Rule.JAVA_8_SYNTAX, node, "var");
      } else if (node instanceof SwitchStmt choice && isOnStrings(choice)) {
        add(Rule.STRING_SWITCH, node, "a switch on strings");
      } else if (node instanceof ObjectCreationExpr creation) {
        if (creation.getAnonymousClassBody().isPresent()) {
          add(Rule.ANONYMOUS_CLASS, node, "an anonymous class");
        }
        if (creation.getType().isUsingDiamondOperator()) {
          add(Rule.DIAMOND, node, "the diamond <>");
        }
      }
    }

    private static boolean isOnStrings(SwitchStmt choice) {
      return choice.getEntries().stream()
          .flatMap(entry -> entry.getLabels().stream())
          .anyMatch(StringLiteralExpr.class::isInstance);
    }

    private void add(Rule rule, Node node, String found) {
      add(rule, node.getBegin().map(begin -> begin.line).orElse(2) - 1, found);
    }

    private void add(Rule rule, int line, String found) {
      violations.add(new Rule.Violation(rule, body.name(), body.origin().apply(line), found));
    }
  }
}
