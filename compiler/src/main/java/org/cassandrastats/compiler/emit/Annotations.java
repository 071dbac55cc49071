/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.ast.body.MethodDeclaration;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.catalogue.Example;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;

/**
 * The annotations of methods, read from the compiled classes, where constants have their values.
 */
record Annotations(ClassLoader compiled) {
  /** The annotation of a method, or null. */
  CqlFunction function(MethodDeclaration method) {
    return method.getAnnotationByClass(CqlFunction.class).isPresent()
        ? reflected(method).getAnnotation(CqlFunction.class)
        : null;
  }

  /** The overloads of a method. */
  List<Overload> overloads(MethodDeclaration method) {
    return Overload.named(reflected(method));
  }

  static List<Example> examples(CqlFunction.Example[] examples) {
    return Stream.of(examples)
        .map(example -> new Example(example.call(), example.result()))
        .toList();
  }

  private Method reflected(MethodDeclaration method) {
    String title = Facts.title(method);
    String owner = title.substring(0, title.lastIndexOf('.'));
    List<String> types =
        method.getParameters().stream()
            .map(parameter -> parameter.getType().asString().replaceAll("<.*>|.*\\.", ""))
            .toList();
    try {
      return Stream.of(Class.forName(owner, false, compiled).getDeclaredMethods())
          .filter(candidate -> candidate.getName().equals(method.getNameAsString()))
          .filter(
              candidate ->
                  Arrays.stream(candidate.getParameterTypes())
                      .map(Class::getSimpleName)
                      .toList()
                      .equals(types))
          .findFirst()
          .orElseThrow(() -> missing(method));
    } catch (ClassNotFoundException e) {
      throw missing(method);
    }
  }

  private static CompileException missing(MethodDeclaration method) {
    return new CompileException(
        Facts.location(method),
        Facts.title(method) + " is not in the compiled classes; compile udf and uda first");
  }
}
