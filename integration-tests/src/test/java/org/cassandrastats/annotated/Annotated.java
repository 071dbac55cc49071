/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.annotated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;

/**
 * Every function and aggregate that the annotations of the modules udf and uda promise, found by
 * reflection over the compiled classes: the compiler and its catalogue are not asked.
 */
public final class Annotated {
  private static final List<AnnotatedFunction> FUNCTIONS = findFunctions();
  private static final List<AnnotatedAggregate> AGGREGATES = findAggregates();

  private Annotated() {}

  /** All functions, one for each overload, by signature. */
  public static List<AnnotatedFunction> functions() {
    return FUNCTIONS;
  }

  /** All aggregates, one for each overload, by signature. */
  public static List<AnnotatedAggregate> aggregates() {
    return AGGREGATES;
  }

  private static List<AnnotatedFunction> findFunctions() {
    return Stream.of(CqlFunction.class, MomentsAggregates.class)
        .flatMap(anchor -> classes(anchor).stream())
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(CqlFunction.class))
        .flatMap(method -> overloads(method).stream())
        .sorted(Comparator.comparing(AnnotatedFunction::signature))
        .toList();
  }

  private static List<AnnotatedAggregate> findAggregates() {
    List<AnnotatedAggregate> aggregates = new ArrayList<>();
    for (AnnotatedFunction state : FUNCTIONS) {
      for (Aggregate annotation : state.aggregates()) {
        aggregates.add(new AnnotatedAggregate(annotation, state, finish(annotation, state)));
      }
    }
    aggregates.sort(Comparator.comparing(AnnotatedAggregate::signature));
    return List.copyOf(aggregates);
  }

  private static AnnotatedFunction finish(Aggregate annotation, AnnotatedFunction state) {
    if (annotation.finish().isEmpty()) {
      return null;
    }
    String name = annotation.finish();
    for (int index = 0; index < state.types().size(); index++) {
      name = name.replace("{" + state.parameterNames().get(index) + "}", state.types().get(index));
    }
    String signature = name + "(" + state.returns() + ")";
    return FUNCTIONS.stream()
        .filter(function -> function.signature().equals(signature))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no function " + signature));
  }

  /** The overloads of a method: all combinations of what its parameters accept. */
  private static List<AnnotatedFunction> overloads(Method method) {
    if (!Modifier.isPublic(method.getModifiers()) || !Modifier.isStatic(method.getModifiers())) {
      throw new IllegalStateException(method + " is annotated but not public and static");
    }
    List<List<String>> combinations = List.of(List.of());
    for (Parameter parameter : method.getParameters()) {
      Overloads overloads = parameter.getAnnotation(Overloads.class);
      List<String> accepted =
          overloads == null
              ? List.of(JavaTypes.cql(parameter.getParameterizedType()))
              : List.of(overloads.value());
      combinations =
          combinations.stream()
              .flatMap(
                  head ->
                      accepted.stream()
                          .map(type -> Stream.concat(head.stream(), Stream.of(type)).toList()))
              .toList();
    }
    return combinations.stream().map(types -> new AnnotatedFunction(method, types)).toList();
  }

  /** The classes of the module (a jar or a directory) that a class comes from. */
  private static List<Class<?>> classes(Class<?> anchor) {
    try {
      URI location = anchor.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path path = Path.of(location);
      if (Files.isDirectory(path)) {
        return classes(path, anchor.getClassLoader());
      }
      try (FileSystem jar = FileSystems.newFileSystem(path)) {
        return classes(jar.getPath("/"), anchor.getClassLoader());
      }
    } catch (URISyntaxException malformed) {
      throw new IllegalStateException(malformed);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Class<?>> classes(Path root, ClassLoader loader) throws IOException {
    List<Class<?>> classes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(found -> found.toString().endsWith(".class")).toList()) {
        String relative = root.relativize(file).toString();
        String name =
            relative
                .substring(0, relative.length() - ".class".length())
                .replace(root.getFileSystem().getSeparator(), ".");
        if (!name.endsWith("module-info") && !name.endsWith("package-info")) {
          classes.add(Class.forName(name, false, loader));
        }
      }
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
    return classes;
  }
}
