/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.compiler.source.Facts;

/** Which names are taken at a place, and which is free. */
final class LocalNames {
  private LocalNames() {}

  /** Names declared anywhere inside a node. */
  static Set<String> declaredIn(Node node) {
    Set<String> names = new HashSet<>();
    node.walk(
        inner -> {
          if (inner instanceof VariableDeclarator variable) {
            names.add(variable.getNameAsString());
          } else if (inner instanceof Parameter parameter) {
            names.add(parameter.getNameAsString());
          }
        });
    return names;
  }

  /**
   * Names that a variable declared just before a statement, in the same block, must not have: those
   * that are visible there, and those that the statement and its successors declare.
   */
  static Set<String> takenAt(Statement anchor) {
    Set<String> taken = new HashSet<>();
    for (Node node = anchor; node.getParentNode().isPresent(); ) {
      Node parent = node.getParentNode().get();
      NodeList<Statement> siblings = siblings(parent);
      if (siblings != null) {
        boolean isBefore = true;
        for (Statement sibling : siblings) {
          isBefore &= !Facts.isSame(sibling, node);
          if (Facts.isSame(node, anchor) && !isBefore) {
            taken.addAll(declaredIn(sibling));
          } else if (isBefore && sibling.isExpressionStmt()) {
            taken.addAll(declaredIn(sibling));
          }
        }
      } else if (parent instanceof SwitchStmt choice) {
        // The cases of a switch share one scope.
        choice.getEntries().forEach(entry -> taken.addAll(declaredIn(entry)));
      } else if (parent instanceof ForStmt loop) {
        loop.getInitialization().forEach(part -> taken.addAll(declaredIn(part)));
      } else if (parent instanceof ForEachStmt loop) {
        taken.addAll(declaredIn(loop.getVariable()));
      } else if (parent instanceof TryStmt block) {
        block.getResources().forEach(part -> taken.addAll(declaredIn(part)));
      } else if (parent instanceof com.github.javaparser.ast.stmt.CatchClause clause) {
        taken.add(clause.getParameter().getNameAsString());
      } else if (parent instanceof MethodDeclaration method) {
        method.getParameters().forEach(parameter -> taken.add(parameter.getNameAsString()));
      }
      node = parent;
    }
    return taken;
  }

  /** Where a name expression inside a node means a variable. */
  static List<NameExpr> uses(Node node, String variable) {
    return node.findAll(
        NameExpr.class,
        name -> name.getNameAsString().equals(variable) && !Facts.isClassName(name));
  }

  /** The declaration of a local variable that is visible at a statement. */
  static Optional<VariableDeclarator> declarator(Statement anchor, String variable) {
    for (Node node = anchor; node.getParentNode().isPresent(); ) {
      Node parent = node.getParentNode().get();
      NodeList<Statement> siblings = siblings(parent);
      int before = siblings == null ? 0 : Statements.indexOf(siblings, node);
      for (int i = 0; i < before; i++) {
        if (siblings.get(i) instanceof ExpressionStmt statement
            && statement.getExpression() instanceof VariableDeclarationExpr declaration) {
          for (VariableDeclarator candidate : declaration.getVariables()) {
            if (candidate.getNameAsString().equals(variable)) {
              return Optional.of(candidate);
            }
          }
        }
      }
      node = parent;
    }
    return Optional.empty();
  }

  /** The list in which the statements of a block or case stand, or null. */
  static NodeList<Statement> siblings(Node parent) {
    if (parent instanceof BlockStmt block) {
      return block.getStatements();
    }
    return parent instanceof SwitchEntry entry ? entry.getStatements() : null;
  }

  /** The name itself, or with the smallest number behind it that makes it free; j and k for i. */
  static String free(String name, Set<String> taken) {
    List<String> like = name.equals("i") ? List.of("i", "j", "k") : List.of(name);
    Optional<String> found = like.stream().filter(one -> !taken.contains(one)).findFirst();
    if (found.isPresent()) {
      return found.get();
    }
    String stem = name.replaceFirst("\\d+$", "");
    int number = 2;
    while (taken.contains(stem + number)) {
      number++;
    }
    return stem + number;
  }

  /** Renames a variable everywhere inside a node. */
  static void rename(Node node, String from, String to) {
    node.walk(
        inner -> {
          if (inner instanceof VariableDeclarator variable
              && variable.getNameAsString().equals(from)) {
            variable.setName(to);
          } else if (inner instanceof Parameter parameter
              && parameter.getNameAsString().equals(from)) {
            parameter.setName(to);
          } else if (inner instanceof NameExpr name
              && !Facts.isClassName(name)
              && name.getNameAsString().equals(from)) {
            name.setName(to);
          }
        });
  }
}
