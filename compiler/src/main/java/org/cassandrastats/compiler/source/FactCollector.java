/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.Name;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.resolution.UnsolvedSymbolException;
import com.github.javaparser.resolution.declarations.ResolvedFieldDeclaration;
import com.github.javaparser.resolution.declarations.ResolvedMethodDeclaration;
import com.github.javaparser.resolution.declarations.ResolvedValueDeclaration;
import java.util.ArrayList;
import java.util.List;

/** Resolves every name, call and type inside a method and notes the answers on the nodes. */
record FactCollector(Declarations declarations) {
  void collect(MethodDeclaration method) {
    if (method.containsData(ClassNames.COLLECTED)) {
      return;
    }
    String file = Facts.location(method).file();
    Location place = Facts.location(method);
    method.walk(node -> locate(node, file));
    Facts.located(method, place);
    method.getParameters().forEach(parameter -> noteTypes(parameter.getType()));
    noteTypes(method.getType());
    method.getBody().ifPresent(body -> body.walk(this::note));
    correctTypes(method);
    method.setData(ClassNames.COLLECTED, true);
  }

  private static void locate(Node node, String file) {
    node.getBegin().ifPresent(begin -> Facts.located(node, new Location(file, begin.line)));
  }

  private static void noteTypes(Node type) {
    type.findAll(ClassOrInterfaceType.class).forEach(FactCollector::noteClass);
  }

  private static void noteClass(ClassOrInterfaceType type) {
    if (type.getParentNode().orElse(null) instanceof ClassOrInterfaceType outer
        && outer.getScope().filter(scope -> Facts.isSame(scope, type)).isPresent()) {
      return;
    }
    try {
      type.setData(ClassNames.QUALIFIED, type.resolve().asReferenceType().getQualifiedName());
    } catch (UnsolvedSymbolException e) {
      throw unresolved(type, e);
    }
  }

  private void note(Node node) {
    if (node instanceof ClassOrInterfaceType type) {
      noteClass(type);
    } else if (node instanceof Expression expression
        && !(node instanceof ArrayInitializerExpr)
        && !isPartOfName(node)) {
      try {
        note(expression);
      } catch (UnsolvedSymbolException e) {
        throw unresolved(expression, e);
      }
    }
  }

  private static boolean isPartOfName(Node node) {
    return node instanceof Name
        || node instanceof com.github.javaparser.ast.expr.VariableDeclarationExpr
        || node instanceof com.github.javaparser.ast.expr.AnnotationExpr
        || node instanceof com.github.javaparser.ast.expr.TypeExpr;
  }

  private void note(Expression expression) {
    if (isClassName(expression)) {
      Facts.className(expression);
      return;
    }
    if (expression instanceof MethodCallExpr call) {
      noteCall(call);
    } else if (expression instanceof NameExpr || expression instanceof FieldAccessExpr) {
      noteField(expression);
    }
    if (expression.isLambdaExpr() || expression.isMethodReferenceExpr()) {
      return;
    }
    Facts.typed(expression, expression.calculateResolvedType().describe());
  }

  /**
   * Gives conditional expressions with one null the boxed type that Java gives them, innermost
   * first; symbol resolution takes the type of the other branch as it is.
   */
  private static void correctTypes(MethodDeclaration method) {
    List<ConditionalExpr> choices = new ArrayList<>();
    method.walk(
        Node.TreeTraversal.POSTORDER,
        node -> {
          if (node instanceof ConditionalExpr choice) {
            choices.add(choice);
          }
        });
    for (ConditionalExpr choice : choices) {
      String first = type(choice.getThenExpr());
      String second = type(choice.getElseExpr());
      if (first.equals("null") || second.equals("null")) {
        String other = first.equals("null") ? second : first;
        Facts.typed(choice, Facts.of(other).map(box -> "java.lang." + box).orElse(other));
      }
    }
  }

  private static String type(Expression expression) {
    return Facts.type(Facts.bare(expression));
  }

  /** A scope like {@code Math} in {@code Math.abs(x)}, which has no value. */
  private static boolean isClassName(Expression expression) {
    if (!(expression instanceof NameExpr || expression instanceof FieldAccessExpr)) {
      return false;
    }
    Node parent = expression.getParentNode().orElse(null);
    boolean isScope =
        Facts.isScope(parent, expression)
            || (parent instanceof FieldAccessExpr access
                && Facts.isSame(access.getScope(), expression));
    if (!isScope) {
      return false;
    }
    if (expression instanceof NameExpr name) {
      return isDeclaredNowhere(name);
    }
    String name = ((FieldAccessExpr) expression).getNameAsString();
    if (Character.isLowerCase(name.charAt(0))) {
      return isPackage((FieldAccessExpr) expression);
    }
    return !name.matches("[A-Z0-9_]+");
  }

  private static boolean isPackage(FieldAccessExpr access) {
    Expression root = access;
    while (root instanceof FieldAccessExpr inner) {
      root = inner.getScope();
    }
    return root instanceof NameExpr name && isDeclaredNowhere(name);
  }

  private static boolean isDeclaredNowhere(NameExpr name) {
    try {
      name.resolve();
      return false;
    } catch (UnsolvedSymbolException | IllegalStateException e) {
      return true;
    }
  }

  private void noteCall(MethodCallExpr call) {
    ResolvedMethodDeclaration method = call.resolve();
    String key = method.getQualifiedSignature();
    if (declarations.method(key) != null) {
      Facts.setCallee(call, key);
    } else {
      String owner = method.declaringType().getQualifiedName();
      Facts.setLibraryCall(call, new Facts.LibraryCall(owner, method.getName(), method.isStatic()));
    }
  }

  private void noteField(Expression expression) {
    ResolvedValueDeclaration value =
        expression instanceof NameExpr name
            ? name.resolve()
            : ((FieldAccessExpr) expression).resolve();
    if (value instanceof ResolvedFieldDeclaration field && field.isStatic()) {
      String owner = field.declaringType().getQualifiedName();
      ClassNames.Constant constant = new ClassNames.Constant(owner, field.getName());
      expression.setData(
          declarations.type(owner) != null
              ? ClassNames.PROJECT_CONSTANT
              : ClassNames.LIBRARY_CONSTANT,
          constant);
    }
  }

  private static CompileException unresolved(Node node, UnsolvedSymbolException e) {
    return new CompileException(
        Facts.location(node), "cannot resolve '" + node + "' (" + e.getName() + ")");
  }

  /** What the parsed sources declare. */
  interface Declarations {
    /** The method with a key, as parsed, or null. */
    MethodDeclaration method(String key);

    /** The class with a qualified name, or null. */
    ClassOrInterfaceDeclaration type(String qualifiedName);
  }
}
