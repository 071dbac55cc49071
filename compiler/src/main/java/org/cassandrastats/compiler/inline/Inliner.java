/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.SourceTree;

/** Gives methods whose calls of other methods of the project are replaced by what those do. */
public final class Inliner {
  private final SourceTree tree;
  private final Map<String, Helper> helpers = new HashMap<>();
  private final List<String> active = new ArrayList<>();

  /** Inlines methods of one source tree. */
  public Inliner(SourceTree tree) {
    this.tree = tree;
  }

  /** Replaces all calls inside a resolved copy of a method. */
  public void inline(MethodDeclaration method) {
    String key = Facts.key(method);
    active.add(key);
    new StatementInliner(this::helper).inline(method.getBody().orElseThrow());
    active.remove(active.size() - 1);
  }

  private Helper helper(String key, Expression call) {
    Helper known = helpers.get(key);
    if (known != null) {
      return known;
    }
    MethodDeclaration source = tree.method(key);
    String title = Facts.title(source);
    if (active.contains(key)) {
      List<String> cycle = new ArrayList<>(active.subList(active.indexOf(key), active.size()));
      cycle.add(key);
      throw new CompileException(
          Facts.location(call),
          "recursion cannot be inlined: "
              + String.join(" -> ", cycle)
              + "; write a loop with a bound instead");
    }
    if (!source.isStatic() || source.getBody().isEmpty()) {
      throw new CompileException(
          Facts.location(call), title + " is not a static method; only those can be inlined");
    }
    MethodDeclaration method = tree.resolved(key);
    inline(method);
    Helper helper = new Helper(method);
    helpers.put(key, helper);
    return helper;
  }

  /**
   * Inlines the calls in the statements of one method.
   *
   * @param helpers finds a method by its key, with all calls inside it already replaced, for a call
   */
  private record StatementInliner(BiFunction<String, Expression, Helper> helpers) {
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
        inline(failure.getExpression(), Statements.Spot.before(failure));
      } else if (statement instanceof IfStmt choice) {
        inline(choice.getCondition(), Statements.Spot.before(choice));
        inline(choice.getThenStmt());
        choice.getElseStmt().ifPresent(this::inline);
      } else if (statement instanceof LabeledStmt labeled) {
        inline(labeled.getStatement());
      } else if (statement instanceof SwitchStmt choice) {
        inline(choice.getSelector(), Statements.Spot.before(choice));
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
        loop.getInitialization().forEach(part -> inline(part, condition));
        loop.getCompare().ifPresent(part -> inline(part, condition));
        loop.getUpdate().forEach(part -> inline(part, condition));
        inline(loop.getBody());
      } else if (statement instanceof WhileStmt loop) {
        inline(loop.getCondition(), condition);
        inline(loop.getBody());
      } else if (statement instanceof DoStmt loop) {
        inline(loop.getBody());
        inline(loop.getCondition(), condition);
      } else if (statement instanceof ForEachStmt loop) {
        inline(loop.getIterable(), Statements.Spot.before(loop));
        inline(loop.getBody());
      }
    }

    private void inlineReturn(ReturnStmt statement, Expression value) {
      Optional<Call> call = asCall(value, Statements.Spot.before(statement));
      if (call.isEmpty()) {
        inline(value, Statements.Spot.before(statement));
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
          && isCall(assign.getValue())) {
        Call call = asCall(assign.getValue(), spot).orElseThrow();
        if (call.helper().returnsOnlyAtEnd()) {
          call.substitute();
        } else {
          Expression target = assign.getTarget();
          call.spliceInto(target.toString(), Facts.type(target), statement);
          statement.remove();
        }
      } else if (isCall(expression)) {
        Call call = asCall(expression, spot).orElseThrow();
        if (call.helper().isExpression()) {
          call.substituteStatement(statement);
        } else {
          call.spliceInto(null, null, statement);
          statement.remove();
        }
      } else {
        inline(expression, spot);
      }
    }

    private void inlineInitialiser(ExpressionStmt statement, VariableDeclarationExpr declaration) {
      VariableDeclarator variable = declaration.getVariable(0);
      if (variable.getInitializer().isEmpty()) {
        return;
      }
      Expression value = variable.getInitializer().get();
      Optional<Call> call = asCall(value, Statements.Spot.before(statement));
      if (call.isEmpty()) {
        inline(value, Statements.Spot.before(statement));
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

    /** Inlines the calls inside an expression, in the order in which Java evaluates them. */
    private void inline(Expression expression, Statements.Spot spot) {
      visit(expression, Effect.CONSTANT, spot);
    }

    private static boolean isCall(Expression expression) {
      return Facts.callee(expression) != null;
    }

    /** The call that an expression is as a whole, with its arguments inlined; or nothing. */
    private Optional<Call> asCall(Expression expression, Statements.Spot spot) {
      return isCall(expression)
          ? Optional.of(call((MethodCallExpr) expression, Effect.CONSTANT, spot))
          : Optional.empty();
    }

    /**
     * Inlines what is inside an expression.
     *
     * @param before the effect of all that is evaluated before it in the same statement
     * @return the effect of the expression as it is afterwards
     */
    private Effect visit(Expression expression, Effect before, Statements.Spot spot) {
      if (isCall(expression)) {
        return call((MethodCallExpr) expression, before, spot).substitute();
      }
      Effect effect = Effect.CONSTANT;
      for (Expression operand : Helper.operands(expression)) {
        Statements.Spot place =
            Facts.isOptional(expression, operand) ? spot.optional(reason(expression)) : spot;
        effect = effect.and(visit(operand, before.and(effect), place));
      }
      return effect.and(Effects.ofItself(expression, Set.of()));
    }

    private static String reason(Expression expression) {
      return expression instanceof BinaryExpr binary
          ? "the right operand of " + binary.getOperator().asString() + " is not always evaluated"
          : "the branches of ?: are not always evaluated";
    }

    private Call call(MethodCallExpr expression, Effect before, Statements.Spot spot) {
      List<Effect> effects = new ArrayList<>();
      Effect sofar = Effect.CONSTANT;
      for (int i = 0; i < expression.getArguments().size(); i++) {
        Effect effect = visit(expression.getArgument(i), before.and(sofar), spot);
        effects.add(effect);
        sofar = sofar.and(effect);
      }
      Helper helper = helpers.apply(Facts.callee(expression), expression);
      return new Call(expression, helper, effects, before, spot);
    }
  }
}
