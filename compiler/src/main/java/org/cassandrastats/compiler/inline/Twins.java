/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.compiler.source.Facts;

/**
 * Joins variables that inlining has doubled: of {@code int x; int x2 = 1; x2++; x = x2;} it makes
 * {@code int x = 1; x++;}.
 */
public final class Twins {
  private Twins() {}

  /** Joins the variables of a finished body. */
  public static void join(BlockStmt body) {
    if (body.findFirst(TryStmt.class).isPresent()) {
      // An exception could show the other variable's value.
      return;
    }
    while (body.findAll(BlockStmt.class).stream().anyMatch(Twins::joinIn)) {
      // Each join may make the next one possible.
    }
    body.findAll(BlockStmt.class).forEach(Twins::declareWhereSet);
    body.findAll(IfStmt.class).forEach(Twins::chain);
    body.findAll(ReturnStmt.class).forEach(Twins::returnOriginal);
    body.findAll(ExpressionStmt.class).forEach(Twins::dropItself);
    body.findAll(IfStmt.class).forEach(Twins::dropNothing);
  }

  /** {@code x = y; return x;} becomes {@code return y;}. */
  private static void returnOriginal(ReturnStmt result) {
    NodeList<Statement> statements = LocalNames.siblings(result.getParentNode().orElseThrow());
    int before = statements == null ? -1 : Statements.indexOf(statements, result) - 1;
    AssignExpr copy = before < 0 ? null : assignment(statements.get(before));
    if (copy != null
        && copy.getValue().isNameExpr()
        && statements.get(before).getComment().isEmpty()
        && haveOneType(result, copy.getTarget(), copy.getValue())
        && result.getExpression().filter(copy.getTarget()::equals).isPresent()) {
      result.setExpression(copy.getValue().clone());
      statements.remove(before);
    }
  }

  /** {@code else { if (a) b(); }} becomes {@code else if (a) b();}. */
  private static void chain(IfStmt choice) {
    if (choice.getElseStmt().orElse(null) instanceof BlockStmt block
        && block.getStatements().size() == 1
        && block.getStatement(0) instanceof IfStmt inner
        && inner.getComment().isEmpty()) {
      inner.remove();
      choice.setElseStmt(inner);
    }
  }

  /** {@code x = x;} is dropped. */
  private static void dropItself(ExpressionStmt statement) {
    AssignExpr assign = assignment(statement);
    if (assign != null && assign.getValue().equals(assign.getTarget())) {
      statement.remove();
    }
  }

  /** {@code if (a) {} else {...}} becomes {@code if (!a) {...}}. */
  private static void dropNothing(IfStmt choice) {
    if (choice.getThenStmt() instanceof BlockStmt nothing
        && nothing.isEmpty()
        && nothing.getOrphanComments().isEmpty()
        && choice.getElseStmt().isPresent()) {
      Statement otherwise = choice.getElseStmt().get();
      choice.removeElseStmt();
      choice.setThenStmt(otherwise);
      Returns.negate(choice);
    }
  }

  private static boolean haveOneType(Statement place, Expression left, Expression right) {
    Optional<String> type = type(place, left);
    return type.isPresent() && type.equals(type(place, right));
  }

  /** The type of a local variable. */
  private static Optional<String> type(Statement place, Expression variable) {
    return LocalNames.declarator(place, variable.toString())
        .map(VariableDeclarator::getTypeAsString);
  }

  private static boolean joinIn(BlockStmt block) {
    NodeList<Statement> statements = block.getStatements();
    for (int end = 1; end < statements.size(); end++) {
      AssignExpr copy = assignment(statements.get(end));
      if (copy == null || !copy.getValue().isNameExpr()) {
        continue;
      }
      String kept = copy.getTarget().asNameExpr().getNameAsString();
      String twin = copy.getValue().asNameExpr().getNameAsString();
      int start = declaredAt(statements, twin, end);
      if (start >= 0 && areTwins(block, start, end, kept, twin)) {
        replace(statements, start, end, kept, twin);
        return true;
      }
    }
    return false;
  }

  /** Whether nobody sees the kept variable while its twin lives, and nobody the twin afterwards. */
  private static boolean areTwins(BlockStmt block, int start, int end, String kept, String twin) {
    NodeList<Statement> statements = block.getStatements();
    VariableDeclarator variable = declared(statements.get(start));
    VariableDeclarator other = LocalNames.declarator(statements.get(start), kept).orElse(null);
    if (other == null
        || !other.getTypeAsString().equals(variable.getTypeAsString())
        || variable.getInitializer().filter(Expression::isArrayInitializerExpr).isPresent()) {
      return false;
    }
    List<Statement> life = statements.subList(start + 1, end);
    return life.stream().allMatch(statement -> isUnseen(statement, block, kept))
        && statements.subList(end + 1, statements.size()).stream()
            .allMatch(statement -> LocalNames.uses(statement, twin).isEmpty());
  }

  /**
   * Whether a statement neither reads a variable, nor leaves a block without setting it just before
   * that, nor sets it elsewhere.
   */
  private static boolean isUnseen(Statement statement, BlockStmt block, String kept) {
    return LocalNames.uses(statement, kept).stream().allMatch(use -> isSetOnLeaving(use, block))
        && statement.findAll(BreakStmt.class).stream()
            .allMatch(jump -> isSetBefore(jump, block, kept))
        && statement.findAll(ContinueStmt.class).stream().noneMatch(jump -> leaves(jump, block));
  }

  private static boolean isSetOnLeaving(NameExpr use, BlockStmt block) {
    if (use.getParentNode().orElseThrow() instanceof AssignExpr assign
        && Facts.isSame(assign.getTarget(), use)
        && assign.getParentNode().orElseThrow() instanceof ExpressionStmt statement
        && assignment(statement) != null) {
      NodeList<Statement> list = LocalNames.siblings(statement.getParentNode().orElseThrow());
      int next = list == null ? 0 : Statements.indexOf(list, statement) + 1;
      return list != null
          && next < list.size()
          && list.get(next) instanceof BreakStmt jump
          && leaves(jump, block);
    }
    return false;
  }

  private static boolean isSetBefore(BreakStmt jump, BlockStmt block, String kept) {
    if (!leaves(jump, block)) {
      return true;
    }
    NodeList<Statement> list = LocalNames.siblings(jump.getParentNode().orElseThrow());
    int before = list == null ? -1 : Statements.indexOf(list, jump) - 1;
    AssignExpr assign = before < 0 ? null : assignment(list.get(before));
    return assign != null && assign.getTarget().toString().equals(kept);
  }

  /** Whether a jump goes to a place outside of a block. */
  private static boolean leaves(Statement jump, BlockStmt block) {
    Optional<String> label =
        jump instanceof BreakStmt end
            ? end.getLabel().map(Object::toString)
            : ((ContinueStmt) jump).getLabel().map(Object::toString);
    for (Node node = jump; !Facts.isSame(node, block); node = node.getParentNode().orElseThrow()) {
      boolean isTarget =
          label.isPresent()
              ? node instanceof LabeledStmt labeled
                  && labeled.getLabel().asString().equals(label.get())
              : Helper.isLoop(node) || (jump instanceof BreakStmt && node instanceof SwitchStmt);
      if (isTarget) {
        return false;
      }
    }
    return true;
  }

  private static void replace(
      NodeList<Statement> statements, int start, int end, String kept, String twin) {
    statements.remove(end);
    for (Statement statement : statements.subList(start + 1, end)) {
      LocalNames.rename(statement, twin, kept);
    }
    Statement old = statements.get(start);
    Expression value = declared(old).getInitializer().orElse(null);
    boolean isGone = value == null || value.toString().equals(kept);
    if (isGone) {
      statements.remove(start);
    } else {
      AssignExpr assign =
          new AssignExpr(new NameExpr(kept), value.clone(), AssignExpr.Operator.ASSIGN);
      statements.set(start, Facts.located(new ExpressionStmt(assign), Facts.location(old)));
    }
    Statement heir = start < statements.size() ? statements.get(start) : null;
    if (heir != null && heir.getComment().isEmpty()) {
      old.getComment().ifPresent(comment -> heir.setComment(comment.clone()));
    }
  }

  /** {@code int x; a(); x = 1;} becomes {@code a(); int x = 1;}. */
  private static void declareWhereSet(BlockStmt block) {
    NodeList<Statement> statements = block.getStatements();
    for (Statement statement : List.copyOf(statements)) {
      VariableDeclarator variable = declared(statement);
      if (variable == null || variable.getInitializer().isPresent()) {
        continue;
      }
      int start = Statements.indexOf(statements, statement);
      int first = start + 1;
      while (first < statements.size()
          && LocalNames.uses(statements.get(first), variable.getNameAsString()).isEmpty()) {
        first++;
      }
      AssignExpr assign = first < statements.size() ? assignment(statements.get(first)) : null;
      if (assign != null
          && assign.getTarget().toString().equals(variable.getNameAsString())
          && LocalNames.uses(assign.getValue(), variable.getNameAsString()).isEmpty()) {
        Statement set = statements.get(first);
        VariableDeclarator moved = variable.clone();
        moved.setInitializer(assign.getValue().clone());
        Statement declaration = new ExpressionStmt(new VariableDeclarationExpr(moved));
        (set.getComment().isPresent() ? set : statement)
            .getComment()
            .ifPresent(comment -> declaration.setComment(comment.clone()));
        statements.set(first, Facts.located(declaration, Facts.location(set)));
        statements.remove(start);
      }
    }
  }

  private static int declaredAt(NodeList<Statement> statements, String name, int before) {
    for (int i = before - 1; i >= 0; i--) {
      VariableDeclarator variable = declared(statements.get(i));
      if (variable != null && variable.getNameAsString().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The variable that a statement declares, or null. */
  static VariableDeclarator declared(Statement statement) {
    return statement instanceof ExpressionStmt simple
            && simple.getExpression() instanceof VariableDeclarationExpr declaration
            && declaration.getVariables().size() == 1
        ? declaration.getVariable(0)
        : null;
  }

  /** The assignment of a statement {@code name = value;}, or null. */
  private static AssignExpr assignment(Statement statement) {
    return statement instanceof ExpressionStmt simple
            && simple.getExpression() instanceof AssignExpr assign
            && assign.getOperator() == AssignExpr.Operator.ASSIGN
            && assign.getTarget().isNameExpr()
        ? assign
        : null;
  }
}
