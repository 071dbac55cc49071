/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import com.github.javaparser.ast.DataKey;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import java.util.Set;

/**
 * Writes class names as a function body needs them. The class that Cassandra generates around a
 * body imports {@code java.nio.ByteBuffer} and {@code java.util.*}; everything else is written with
 * its package.
 */
public final class ClassNames {
  static final DataKey<Boolean> COLLECTED = new DataKey<>() {};
  static final DataKey<String> QUALIFIED = new DataKey<>() {};
  static final DataKey<Constant> PROJECT_CONSTANT = new DataKey<>() {};
  static final DataKey<Constant> LIBRARY_CONSTANT = new DataKey<>() {};

  private static final Set<String> IMPORTED_PACKAGES = Set.of("java.lang", "java.util");
  private static final Set<String> IMPORTED_CLASSES = Set.of("java.nio.ByteBuffer");

  private ClassNames() {}

  /** The shortest name of a class that a function body may use. */
  public static String shortest(String qualified) {
    int packageEnd = 0;
    while (packageEnd < qualified.length() && Character.isLowerCase(qualified.charAt(packageEnd))) {
      int dot = qualified.indexOf('.', packageEnd);
      if (dot < 0) {
        return qualified;
      }
      packageEnd = dot + 1;
    }
    String packageName = packageEnd == 0 ? "" : qualified.substring(0, packageEnd - 1);
    return IMPORTED_PACKAGES.contains(packageName) || IMPORTED_CLASSES.contains(qualified)
        ? qualified.substring(packageEnd)
        : qualified;
  }

  static void rewrite(MethodDeclaration method) {
    method.findAll(ClassOrInterfaceType.class).stream()
        .filter(type -> type.containsData(QUALIFIED))
        .forEach(
            type -> {
              type.removeScope();
              type.setName(shortest(type.getData(QUALIFIED)));
            });
    method.findAll(MethodCallExpr.class).forEach(ClassNames::rewriteCall);
    method.findAll(Expression.class).stream()
        .filter(expression -> expression.containsData(LIBRARY_CONSTANT))
        .forEach(ClassNames::rewriteConstant);
  }

  private static void rewriteCall(MethodCallExpr call) {
    Facts.LibraryCall method = Facts.libraryCall(call);
    if (method != null && method.isStatic()) {
      call.setScope(className(method.owner()));
    }
  }

  private static void rewriteConstant(Expression expression) {
    Constant constant = expression.getData(LIBRARY_CONSTANT);
    FieldAccessExpr access = new FieldAccessExpr(className(constant.owner()), constant.name());
    access.setData(LIBRARY_CONSTANT, constant);
    Facts.located(Facts.typed(access, Facts.type(expression)), Facts.location(expression));
    expression.replace(access);
  }

  /** Whether an expression is a constant of the Java library. */
  public static boolean isLibraryConstant(Expression expression) {
    return expression.containsData(LIBRARY_CONSTANT);
  }

  private static NameExpr className(String qualified) {
    return Facts.className(new NameExpr(shortest(qualified)));
  }

  /** A constant of the project, or of the Java library. */
  record Constant(String owner, String name) {}
}
