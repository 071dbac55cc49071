/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.comments.LineComment;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.cassandrastats.compiler.inline.Statements.Spot;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;

/** One call of a helper, and the ways to put the helper's code in its place. */
final class Call {
  private final MethodCallExpr call;
  private final Helper helper;
  private final Arguments arguments;
  private final Effect before;
  private final Spot spot;

  Call(MethodCallExpr call, Helper helper, List<Effect> effects, Effect before, Spot spot) {
    this.call = call;
    this.helper = helper;
    this.arguments = new Arguments(call, helper, effects);
    this.before = before;
    this.spot = spot;
  }

  Helper helper() {
    return helper;
  }

  /**
   * Puts the helper's result in the place of the call, and what has to run first before the
   * statement.
   *
   * @return the effect of the expression that is now in the call's place
   */
  Effect substitute() {
    if (helper.isVoid()) {
      throw refused("it has no result");
    }
    if (helper.returnsOnlyAtEnd()) {
      MethodDeclaration copy = prepared(Set.of());
      ReturnStmt last = (ReturnStmt) copy.getBody().orElseThrow().getStatements().removeLast();
      Expression value = last.getExpression().orElseThrow();
      if (!isConvertedBySurroundings()) {
        value = Parentheses.coerce(helper.returnType(), value);
      }
      Facts.located(value, Facts.location(call));
      insert(copy.getBody().orElseThrow().getStatements());
      Parentheses.replace(call, value.clone());
      return Effects.of(value, Set.of()).and(arguments.substitutedEffect());
    }
    checkMovable(helper.effect());
    String result = LocalNames.free(resultName(), LocalNames.takenAt(spot.anchor()));
    Statement declaration = declaration(helper.returnType(), result, null);
    insert(List.of(declaration));
    MethodDeclaration copy = prepared(Set.of());
    insert(
        Returns.assign(
            copy.getBody().orElseThrow(),
            helper.returnType(),
            helper.returnType(),
            result,
            freeLabel()));
    call.replace(Facts.typed(new NameExpr(result), helper.returnType()));
    return Effect.LOCALS;
  }

  /** Replaces a statement that is nothing but the call of a one-expression helper. */
  void substituteStatement(ExpressionStmt statement) {
    MethodDeclaration copy = prepared(Set.of());
    Statement last = copy.getBody().orElseThrow().getStatements().removeLast();
    insert(copy.getBody().orElseThrow().getStatements());
    Expression value =
        last instanceof ReturnStmt result
            ? result.getExpression().orElseThrow()
            : ((ExpressionStmt) last).getExpression();
    if (!value.isMethodCallExpr() && !value.isAssignExpr() && !value.isUnaryExpr()) {
      throw refused("its result is not used");
    }
    statement.setExpression(value.clone());
  }

  /** Puts the helper's statements before a statement; the result goes to a variable, or nowhere. */
  void spliceInto(String target, String targetType, Statement statement) {
    MethodDeclaration copy = prepared(Set.of());
    List<Statement> statements =
        Returns.assign(
            copy.getBody().orElseThrow(), helper.returnType(), targetType, target, freeLabel());
    titled(statements, statement);
    Statements.insertBefore(statement, statements);
  }

  /** Puts the helper's statements after a declaration, to which the result is assigned. */
  void spliceIntoNew(VariableDeclarator variable, Statement declaration) {
    MethodDeclaration copy = prepared(Set.of());
    List<Statement> statements =
        Returns.assign(
            copy.getBody().orElseThrow(),
            helper.returnType(),
            variable.getTypeAsString(),
            variable.getNameAsString(),
            freeLabel());
    titled(statements, null);
    Statements.insertAfter(declaration, statements);
  }

  /** Puts the helper's statements, which return in the end only, before a declaration. */
  void spliceAsInitialiser(ExpressionStmt statement, VariableDeclarator variable) {
    ReturnStmt last = (ReturnStmt) helper.body().getStatements().getLast().orElseThrow();
    Expression value = last.getExpression().orElseThrow();
    String own = value.isNameExpr() ? value.asNameExpr().getNameAsString() : null;
    if (own == null || !isAdoptable(own, variable)) {
      substitute();
      return;
    }
    // The helper's variable becomes the caller's.
    MethodDeclaration copy = prepared(Set.of(own));
    copy.getBody().orElseThrow().getStatements().removeLast();
    LocalNames.rename(copy.getBody().orElseThrow(), own, variable.getNameAsString());
    List<Statement> statements = List.copyOf(copy.getBody().orElseThrow().getStatements());
    titled(statements, statement);
    Statements.replace(statement, statements);
  }

  private boolean isAdoptable(String own, VariableDeclarator variable) {
    Set<String> declared = LocalNames.declaredIn(helper.body());
    String name = variable.getNameAsString();
    return helper.body().getStatements().stream()
            .filter(Statement::isExpressionStmt)
            .flatMap(statement -> statement.findAll(VariableDeclarator.class).stream())
            .anyMatch(
                candidate ->
                    candidate.getNameAsString().equals(own)
                        && candidate.getTypeAsString().equals(variable.getTypeAsString()))
        && (name.equals(own) || !declared.contains(name));
  }

  /** Puts the helper's statements in the place of {@code return call;}. */
  void spliceAsReturn(ReturnStmt statement) {
    MethodDeclaration copy = prepared(Set.of());
    if (!returnsType(statement, helper.returnType())) {
      Returns.convert(copy.getBody().orElseThrow(), helper.returnType());
    }
    List<Statement> statements = List.copyOf(copy.getBody().orElseThrow().getStatements());
    titled(statements, statement);
    Statements.replace(statement, statements);
  }

  private static boolean returnsType(ReturnStmt statement, String type) {
    return Facts.method(statement).getTypeAsString().equals(type);
  }

  /** Whether the call's value goes straight to something that has the helper's result type. */
  private boolean isConvertedBySurroundings() {
    Node parent = call.getParentNode().orElseThrow();
    String type = helper.returnType();
    if (parent instanceof VariableDeclarator variable) {
      return variable.getTypeAsString().equals(type);
    } else if (parent instanceof AssignExpr assign) {
      return assign.getOperator() == AssignExpr.Operator.ASSIGN
          && Facts.type(assign.getTarget()).equals(type);
    }
    return parent instanceof ReturnStmt statement && returnsType(statement, type);
  }

  /** A copy of the helper with its parameters replaced and its variables renamed. */
  private MethodDeclaration prepared(Set<String> adopted) {
    MethodDeclaration copy = helper.copy();
    BlockStmt body = copy.getBody().orElseThrow();
    if (!helper.isExpression() || arguments.hoistsAny()) {
      checkMovable(helper.isExpression() ? Effect.CONSTANT : helper.effect());
    }
    Set<String> taken = LocalNames.takenAt(spot.anchor());
    Set<String> own = LocalNames.declaredIn(body);
    own.removeAll(adopted);
    Set<String> used = new HashSet<>(taken);
    used.addAll(LocalNames.declaredIn(copy));
    for (String name : own) {
      if (taken.contains(name)) {
        String free = LocalNames.free(name, used);
        used.add(free);
        LocalNames.rename(body, name, free);
      }
    }
    List<Statement> hoisted = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Parameter parameter = helper.parameters().get(i);
      if (arguments.isHoisted(i)) {
        String name = parameter.getNameAsString();
        String local = taken.contains(name) ? LocalNames.free(name, used) : name;
        used.add(local);
        hoisted.add(declaration(parameter.getTypeAsString(), local, arguments.value(i)));
        LocalNames.rename(body, name, local + "'");
      } else {
        LocalNames.rename(body, parameter.getNameAsString(), parameter.getNameAsString() + "'");
      }
    }
    for (int i = 0; i < arguments.size(); i++) {
      if (!arguments.isHoisted(i)) {
        arguments.putInto(body, i, helper.parameters().get(i).getNameAsString() + "'");
      }
    }
    // An apostrophe kept the names of parameters apart from those inside the arguments.
    body.findAll(NameExpr.class, name -> name.getNameAsString().endsWith("'"))
        .forEach(name -> name.setName(name.getNameAsString().replace("'", "")));
    insert(hoisted);
    return copy;
  }

  private void insert(List<Statement> statements) {
    List<Statement> copy = List.copyOf(statements);
    if (copy.size() > 1) {
      titled(copy, null);
    }
    Statements.insertBefore(spot.anchor(), copy);
  }

  /** Moves the comment of the replaced statement, or else names the helper. */
  private void titled(List<Statement> statements, Statement replaced) {
    if (statements.isEmpty()) {
      return;
    }
    Statement first = statements.get(0);
    if (replaced != null && replaced.getComment().isPresent()) {
      first.setComment(replaced.getComment().get().clone());
    } else if (first.getComment().isEmpty()
        && statements.size() + helper.body().getStatements().size() > 3) {
      first.setComment(new LineComment(" " + helper.title()));
    }
  }

  private static ExpressionStmt declaration(String type, String name, Expression value) {
    VariableDeclarator variable = new VariableDeclarator(StaticJavaParser.parseType(type), name);
    if (value != null) {
      variable.setInitializer(value);
    }
    return new ExpressionStmt(new VariableDeclarationExpr(variable));
  }

  private String resultName() {
    String name = helper.name();
    return name.matches("get[A-Z].*")
        ? Character.toLowerCase(name.charAt(3)) + name.substring(4)
        : name;
  }

  private String freeLabel() {
    Set<String> taken = new HashSet<>();
    spot.anchor()
        .findRootNode()
        .findAll(LabeledStmt.class)
        .forEach(labeled -> taken.add(labeled.getLabel().getIdentifier()));
    helper
        .body()
        .findAll(LabeledStmt.class)
        .forEach(labeled -> taken.add(labeled.getLabel().getIdentifier()));
    return LocalNames.free(helper.name(), taken);
  }

  private void checkMovable(Effect effect) {
    Effect moved = effect.and(arguments.hoistedEffect());
    String refusal = spot.refusal(moved);
    if (refusal != null) {
      throw refused(refusal);
    }
    if (!moved.mayPrecede(before)) {
      throw refused("what stands before it in the statement has to be evaluated first");
    }
  }

  private CompileException refused(String reason) {
    return new CompileException(
        Facts.location(call),
        "the call of "
            + helper.title()
            + " cannot be inlined here, because "
            + reason
            + "; assign its result to a local variable in a statement of its own");
  }
}
