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
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.compiler.source.Facts;

/**
 * Ends the life of variables where they are used for the last time: what stands in a block of its
 * own takes no name from what follows, which then needs no number behind its names.
 */
public final class Scopes {
  /** More variables in front of a block than these are harder to read than a number. */
  private static final int MOST_RESULTS = 1;

  /** A shorter block with a variable in front of it is, too. */
  private static final int LEAST_FOR_RESULT = 4;

  private Scopes() {}

  /** Gives variables their own names again, where a scope sets them free. */
  public static void narrow(BlockStmt body) {
    body.findAll(VariableDeclarator.class).forEach(Scopes::dropNumber);
    while (body.findAll(VariableDeclarator.class).stream().anyMatch(Scopes::setFree)) {
      body.findAll(VariableDeclarator.class).forEach(Scopes::dropNumber);
    }
  }

  private static void dropNumber(VariableDeclarator variable) {
    String stem = stem(variable);
    Statement anchor = statement(variable);
    if (stem == null || anchor == null || LocalNames.takenAt(anchor).contains(stem)) {
      return;
    }
    NodeList<Statement> list = LocalNames.siblings(anchor.getParentNode().orElseThrow());
    int start = Statements.indexOf(list, anchor);
    int end = anchor instanceof ForStmt ? start + 1 : list.size();
    String name = variable.getNameAsString();
    for (Statement statement : list.subList(start, end)) {
      LocalNames.rename(statement, name, stem);
    }
  }

  /** The name without its number, or null if it has none. */
  private static String stem(VariableDeclarator variable) {
    String name = variable.getNameAsString();
    String stem = name.replaceFirst("[2-9]$", "");
    return stem.equals(name) ? null : stem;
  }

  /** The statement in a list that declares a variable, or null. */
  private static Statement statement(VariableDeclarator variable) {
    Node declaration = variable.getParentNode().orElseThrow();
    return declaration.getParentNode().orElseThrow() instanceof Statement owner
            && (owner instanceof ForStmt || owner instanceof ExpressionStmt)
            && LocalNames.siblings(owner.getParentNode().orElseThrow()) != null
        ? owner
        : null;
  }

  /** Puts the variable that has the name of a numbered one into a block, if it can be done. */
  private static boolean setFree(VariableDeclarator numbered) {
    String stem = stem(numbered);
    Statement anchor = statement(numbered);
    if (stem == null || anchor == null) {
      return false;
    }
    for (Node node = anchor; node.getParentNode().isPresent(); ) {
      Node parent = node.getParentNode().get();
      NodeList<Statement> list = LocalNames.siblings(parent);
      if (list != null) {
        int limit = Statements.indexOf(list, node);
        for (int start = limit - 1; start >= 0; start--) {
          VariableDeclarator variable = Twins.declared(list.get(start));
          if (variable != null && variable.getNameAsString().equals(stem)) {
            return lastUse(list, stem) < limit && enclose(list, start, limit);
          }
        }
      }
      node = parent;
    }
    return anchor instanceof ExpressionStmt && endBefore(anchor, numbered.getNameAsString(), stem);
  }

  /** Puts a numbered variable into a block, if its life ends before its namesake is declared. */
  private static boolean endBefore(Statement anchor, String numbered, String stem) {
    NodeList<Statement> list = LocalNames.siblings(anchor.getParentNode().orElseThrow());
    int last = lastUse(list, numbered);
    for (int limit = last + 1; limit < list.size(); limit++) {
      VariableDeclarator variable = Twins.declared(list.get(limit));
      if (variable != null && variable.getNameAsString().equals(stem)) {
        int start = Statements.indexOf(list, anchor);
        boolean isFree =
            list.subList(start, limit).stream()
                .noneMatch(statement -> LocalNames.declaredIn(statement).contains(stem));
        return isFree && enclose(list, start, limit);
      }
    }
    return false;
  }

  /** Where a list of statements uses a variable for the last time, or declares it. */
  private static int lastUse(NodeList<Statement> list, String variable) {
    int last = list.size() - 1;
    while (last >= 0
        && LocalNames.uses(list.get(last), variable).isEmpty()
        && !LocalNames.declaredIn(list.get(last)).contains(variable)) {
      last--;
    }
    return last;
  }

  /**
   * Makes a block of the statements from a declaration to its last use. What they declare for later
   * statements is declared in front of the block.
   *
   * @param limit the statement that must stay outside
   */
  private static boolean enclose(NodeList<Statement> list, int start, int limit) {
    int end = lastUse(list, Twins.declared(list.get(start)).getNameAsString());
    List<VariableDeclarator> results = new ArrayList<>();
    for (int i = start + 1; i <= end; i++) {
      if (!(list.get(i) instanceof ExpressionStmt simple)
          || !simple.getExpression().isVariableDeclarationExpr()) {
        continue;
      }
      VariableDeclarator variable = Twins.declared(list.get(i));
      if (variable == null) {
        return false;
      }
      int last = lastUse(list, variable.getNameAsString());
      if (last > end && last < limit && last - end <= end - start) {
        end = last;
      } else if (last > end) {
        results.add(variable);
      }
    }
    // A variable that an earlier turn took for a result may end within the longer block.
    int until = end;
    results.removeIf(result -> lastUse(list, result.getNameAsString()) <= until);
    List<Statement> inner = List.copyOf(list.subList(start, end + 1));
    if (end == start
        || results.size() > MOST_RESULTS
        || (!results.isEmpty() && inner.size() < LEAST_FOR_RESULT)
        || !results.stream().allMatch(result -> canBeSetLater(result, inner))) {
      return false;
    }
    BlockStmt block = new BlockStmt();
    list.get(start).getComment().ifPresent(title -> block.setComment(title.clone()));
    list.get(start).removeComment();
    for (Statement statement : inner) {
      VariableDeclarator variable = Twins.declared(statement);
      statement.remove();
      boolean isResult = results.stream().anyMatch(result -> Facts.isSame(result, variable));
      if (!isResult) {
        block.addStatement(statement);
      } else if (variable.getInitializer().isPresent()) {
        block.addStatement(assignment(variable, statement));
      }
    }
    int at = start;
    for (VariableDeclarator result : results) {
      list.add(at, declaration(result));
      at++;
    }
    list.add(at, block);
    return true;
  }

  /** Whether a variable can be declared in front of statements, one of which declares it now. */
  private static boolean canBeSetLater(VariableDeclarator result, List<Statement> inner) {
    long declarations =
        inner.stream()
            .flatMap(statement -> statement.findAll(VariableDeclarator.class).stream())
            .filter(other -> other.getNameAsString().equals(result.getNameAsString()))
            .count();
    return declarations == 1
        && result.getInitializer().filter(Expression::isArrayInitializerExpr).isEmpty();
  }

  private static Statement declaration(VariableDeclarator result) {
    return new ExpressionStmt(
        new VariableDeclarationExpr(
            new VariableDeclarator(result.getType().clone(), result.getNameAsString())));
  }

  private static Statement assignment(VariableDeclarator result, Statement declared) {
    ExpressionStmt set =
        new ExpressionStmt(
            new AssignExpr(
                new NameExpr(result.getNameAsString()),
                result.getInitializer().orElseThrow().clone(),
                AssignExpr.Operator.ASSIGN));
    declared.getComment().ifPresent(comment -> set.setComment(comment.clone()));
    return Facts.located(set, Facts.location(declared));
  }
}
