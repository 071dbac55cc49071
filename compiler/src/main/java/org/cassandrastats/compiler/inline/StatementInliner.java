/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.cassandrastats.compiler.source.Facts;

/** Inlines the calls in the statements of one method. */
final class StatementInliner {
  private final ExpressionInliner expressions;

  StatementInliner(BiFunction<String, Expression, Helper> helpers) {
    this.expressions = new ExpressionInliner(helpers);
  }

  void inline(BlockStmt block) {
    inline(block.getStatements());
  }

  /** Goes through a copy of the list: what is inserted meanwhile is inlined already. */
  private void inline(NodeList<Statement> statements) {
    List.copyOf(statements).forEach(this::inline);
  }

  private void inline(Statement statement) {
    if (statement.findFirst(MethodCallExpr.class, call -> Facts.callee(call) != null).isEmpty()) {
      return;
    }
    if (statement instanceof BlockStmt block) {
      inline(block);
    } else if (statement instanceof ExpressionStmt simple) {
      inlineSimple(simple);
    } else if (statement instanceof ReturnStmt result) {
      result.getExpression().ifPresent(value -> inlineReturn(result, value));
    } else if (statement instanceof ThrowStmt failure) {
      expressions.inline(failure.getExpression(), Statements.Spot.before(failure));
    } else if (statement instanceof IfStmt choice) {
      expressions.inline(choice.getCondition(), Statements.Spot.before(choice));
      inline(choice.getThenStmt());
      choice.getElseStmt().ifPresent(this::inline);
    } else if (statement instanceof LabeledStmt labeled) {
      inline(labeled.getStatement());
    } else if (statement instanceof SwitchStmt choice) {
      expressions.inline(choice.getSelector(), Statements.Spot.before(choice));
      for (SwitchEntry entry : choice.getEntries()) {
        inline(entry.getStatements());
      }
    } else if (statement instanceof TryStmt block) {
      inline(block.getTryBlock());
      block.getCatchClauses().forEach(clause -> inline(clause.getBody()));
      block.getFinallyBlock().ifPresent(this::inline);
    } else {
      inlineLoop(statement);
    }
  }

  private void inlineLoop(Statement statement) {
    Statements.Spot condition =
        Statements.Spot.before(statement).repeated("a loop evaluates its condition every time");
    if (statement instanceof ForStmt loop) {
      loop.getInitialization().forEach(part -> expressions.inline(part, condition));
      loop.getCompare().ifPresent(part -> expressions.inline(part, condition));
      loop.getUpdate().forEach(part -> expressions.inline(part, condition));
      inline(loop.getBody());
    } else if (statement instanceof WhileStmt loop) {
      expressions.inline(loop.getCondition(), condition);
      inline(loop.getBody());
    } else if (statement instanceof DoStmt loop) {
      inline(loop.getBody());
      expressions.inline(loop.getCondition(), condition);
    } else if (statement instanceof ForEachStmt loop) {
      expressions.inline(loop.getIterable(), Statements.Spot.before(loop));
      inline(loop.getBody());
    }
  }

  private void inlineReturn(ReturnStmt statement, Expression value) {
    Optional<Call> call = expressions.asCall(value, Statements.Spot.before(statement));
    if (call.isEmpty()) {
      expressions.inline(value, Statements.Spot.before(statement));
    } else if (call.get().helper().isExpression()) {
      call.get().substitute();
    } else {
      call.get().spliceAsReturn(statement);
    }
  }

  private void inlineSimple(ExpressionStmt statement) {
    Expression expression = statement.getExpression();
    Statements.Spot spot = Statements.Spot.before(statement);
    if (expression instanceof VariableDeclarationExpr declaration) {
      for (ExpressionStmt single : split(statement, declaration)) {
        inlineInitialiser(single, single.getExpression().asVariableDeclarationExpr());
      }
    } else if (expression instanceof AssignExpr assign
        && assign.getOperator() == AssignExpr.Operator.ASSIGN
        && assign.getTarget().isNameExpr()
        && expressions.isCall(assign.getValue())) {
      Call call = expressions.asCall(assign.getValue(), spot).orElseThrow();
      if (call.helper().returnsOnlyAtEnd()) {
        call.substitute();
      } else {
        Expression target = assign.getTarget();
        call.spliceInto(target.toString(), Facts.type(target), statement);
        statement.remove();
      }
    } else if (expressions.isCall(expression)) {
      Call call = expressions.asCall(expression, spot).orElseThrow();
      if (call.helper().isExpression()) {
        call.substituteStatement(statement);
      } else {
        call.spliceInto(null, null, statement);
        statement.remove();
      }
    } else {
      expressions.inline(expression, spot);
    }
  }

  private void inlineInitialiser(ExpressionStmt statement, VariableDeclarationExpr declaration) {
    VariableDeclarator variable = declaration.getVariable(0);
    if (variable.getInitializer().isEmpty()) {
      return;
    }
    Expression value = variable.getInitializer().get();
    Optional<Call> call = expressions.asCall(value, Statements.Spot.before(statement));
    if (call.isEmpty()) {
      expressions.inline(value, Statements.Spot.before(statement));
    } else if (call.get().helper().isExpression()) {
      call.get().substitute();
    } else if (call.get().helper().returnsOnlyAtEnd()) {
      call.get().spliceAsInitialiser(statement, variable);
    } else {
      variable.removeInitializer();
      call.get().spliceIntoNew(variable, statement);
    }
  }

  /** {@code int a = f(), b = g();} becomes two statements. */
  private static List<ExpressionStmt> split(
      ExpressionStmt statement, VariableDeclarationExpr declaration) {
    if (declaration.getVariables().size() == 1) {
      return List.of(statement);
    }
    List<ExpressionStmt> singles = new ArrayList<>();
    for (VariableDeclarator variable : declaration.getVariables()) {
      VariableDeclarationExpr single = new VariableDeclarationExpr(variable.clone());
      single.setModifiers(new NodeList<>(declaration.getModifiers()));
      ExpressionStmt part = new ExpressionStmt(single);
      singles.add(Facts.located(part, Facts.location((Node) variable)));
    }
    statement.getComment().ifPresent(comment -> singles.get(0).setComment(comment.clone()));
    Statements.replace(statement, List.copyOf(singles));
    return singles;
  }
}
