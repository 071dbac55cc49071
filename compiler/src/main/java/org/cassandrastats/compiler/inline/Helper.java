/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.compiler.source.Facts;

/** A method whose own calls are inlined already, ready to be inlined itself. */
record Helper(MethodDeclaration method) {
  String name() {
    return method.getNameAsString();
  }

  String returnType() {
    return method.getTypeAsString();
  }

  boolean isVoid() {
    return method.getType().isVoidType();
  }

  /** Class and method, for the comment at the place where it was inlined. */
  String title() {
    String key = Facts.title(method);
    return key.substring(key.lastIndexOf('.', key.lastIndexOf('.') - 1) + 1);
  }

  List<Parameter> parameters() {
    return method.getParameters();
  }

  BlockStmt body() {
    return method.getBody().orElseThrow();
  }

  /** Statements before the last {@code return}, none of which returns; then that return. */
  boolean returnsOnlyAtEnd() {
    List<ReturnStmt> returns = body().findAll(ReturnStmt.class);
    return returns.size() == 1 && Facts.isSame(last(), returns.get(0)) && !isVoid();
  }

  /** Whether the whole body is one expression: {@code return x;}, or one call if it is void. */
  boolean isExpression() {
    if (body().getStatements().size() != 1) {
      return false;
    }
    return isVoid()
        ? last() instanceof ExpressionStmt statement
            && !statement.getExpression().isVariableDeclarationExpr()
        : returnsOnlyAtEnd();
  }

  private Statement last() {
    return body().getStatements().getLast().orElseThrow();
  }

  List<NameExpr> uses(String parameter) {
    return LocalNames.uses(body(), parameter);
  }

  boolean assigns(String parameter) {
    return uses(parameter).stream().anyMatch(Helper::isAssigned);
  }

  private static boolean isAssigned(NameExpr name) {
    Node parent = name.getParentNode().orElseThrow();
    return parent instanceof AssignExpr assign
        ? Facts.isSame(assign.getTarget(), name)
        : parent instanceof UnaryExpr unary && Effects.isStep(unary);
  }

  /** Whether an inner part of the body is evaluated more than once. */
  boolean isRepeated(Node part) {
    return isInside(part, Helper::isLoop);
  }

  /** Whether an inner part of the body may not be evaluated at all. */
  boolean isConditional(Node part) {
    for (Node node = part; !Facts.isSame(node, method); node = node.getParentNode().orElseThrow()) {
      Node parent = node.getParentNode().orElseThrow();
      if (Facts.isOptional(parent, node)) {
        return true;
      }
    }
    return false;
  }

  /** The effect of what a one-expression body evaluates before one of its inner parts. */
  Effect before(Expression part) {
    Effect effect = Effect.CONSTANT;
    Node inner = part;
    while (inner.getParentNode().orElseThrow() instanceof Expression outer) {
      for (Expression operand : operands(outer)) {
        if (Facts.isSame(operand, inner)) {
          break;
        }
        effect = effect.and(Effects.of(operand, LocalNames.declaredIn(method)));
      }
      inner = outer;
    }
    return effect;
  }

  static boolean isLoop(Node node) {
    return node instanceof ForStmt
        || node instanceof ForEachStmt
        || node instanceof WhileStmt
        || node instanceof DoStmt;
  }

  private boolean isInside(Node part, java.util.function.Predicate<Node> test) {
    for (Node node = part; !Facts.isSame(node, method); node = node.getParentNode().orElseThrow()) {
      if (test.test(node)) {
        return true;
      }
    }
    return false;
  }

  /** A copy of the method, for taking apart at the place of a call. */
  MethodDeclaration copy() {
    return method.clone();
  }

  Effect effect() {
    return Effects.of(body(), LocalNames.declaredIn(method));
  }

  /**
   * The operands of an expression in the order in which Java evaluates them. The child nodes of a
   * tree that was changed are in no particular order.
   */
  static List<Expression> operands(Expression expression) {
    List<Expression> operands = new ArrayList<>();
    if (expression instanceof BinaryExpr binary) {
      operands.add(binary.getLeft());
      operands.add(binary.getRight());
    } else if (expression instanceof AssignExpr assign) {
      if (!isPlainAssignment(assign)) {
        operands.add(assign.getTarget());
      }
      operands.add(assign.getValue());
    } else if (expression instanceof ConditionalExpr choice) {
      operands.add(choice.getCondition());
      operands.add(choice.getThenExpr());
      operands.add(choice.getElseExpr());
    } else if (expression instanceof MethodCallExpr call) {
      call.getScope().filter(scope -> !Facts.isClassName(scope)).ifPresent(operands::add);
      operands.addAll(call.getArguments());
    } else if (expression instanceof ObjectCreationExpr creation) {
      operands.addAll(creation.getArguments());
    } else if (expression instanceof ArrayAccessExpr access) {
      operands.add(access.getName());
      operands.add(access.getIndex());
    } else if (expression instanceof ArrayCreationExpr creation) {
      creation.getLevels().forEach(level -> level.getDimension().ifPresent(operands::add));
      creation.getInitializer().ifPresent(operands::add);
    } else if (expression instanceof ArrayInitializerExpr initializer) {
      operands.addAll(initializer.getValues());
    } else if (expression instanceof VariableDeclarationExpr declaration) {
      for (VariableDeclarator variable : declaration.getVariables()) {
        variable.getInitializer().ifPresent(operands::add);
      }
    } else if (expression instanceof UnaryExpr unary) {
      operands.add(unary.getExpression());
    } else if (expression instanceof CastExpr cast) {
      operands.add(cast.getExpression());
    } else if (expression instanceof EnclosedExpr enclosed) {
      operands.add(enclosed.getInner());
    } else if (expression instanceof InstanceOfExpr test) {
      operands.add(test.getExpression());
    } else if (expression instanceof FieldAccessExpr access
        && !Facts.isClassName(access.getScope())) {
      operands.add(access.getScope());
    }
    return operands;
  }

  /** {@code x = value} does not read the variable. */
  private static boolean isPlainAssignment(AssignExpr assign) {
    return assign.getOperator() == AssignExpr.Operator.ASSIGN && assign.getTarget().isNameExpr();
  }
}
