/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One overload of an annotated method. The compiler, the server jar and the client find here which
 * functions and aggregates there are, so that a name means the same in every lane.
 */
public final class Overload {
  private final Method method;
  private final List<String> types;
  private final List<String> named;

  private Overload(Method method, List<String> types, List<String> named) {
    this.method = method;
    this.types = types;
    this.named = named;
  }

  /** What the CQL scripts hold: all combinations of the types that the annotations name. */
  public static List<Overload> named(Method method) {
    return all(method, Overload::themselves);
  }

  /** What the native lane and the client take: every other numeric type too. */
  public static List<Overload> accepted(Method method) {
    return all(method, NumericTypes::accepted);
  }

  private static Map<String, String> themselves(List<String> types) {
    Map<String, String> each = new LinkedHashMap<>();
    types.forEach(type -> each.put(type, type));
    return each;
  }

  private static List<Overload> all(
      Method method, Function<List<String>, Map<String, String>> accepted) {
    List<Overload> overloads =
        List.of(new Overload(method, Collections.emptyList(), Collections.emptyList()));
    for (Parameter parameter : method.getParameters()) {
      Overloads annotation = parameter.getAnnotation(Overloads.class);
      List<Overload> longer = new ArrayList<>();
      for (Overload head : overloads) {
        if (annotation == null) {
          longer.add(head.and(null, null));
          continue;
        }
        List<String> types = Arrays.asList(annotation.value());
        (annotation.exactly() ? themselves(types) : accepted.apply(types))
            .forEach((type, name) -> longer.add(head.and(type, name)));
      }
      overloads = longer;
    }
    return overloads;
  }

  private Overload and(String type, String name) {
    return new Overload(method, append(types, type), append(named, name));
  }

  private static List<String> append(List<String> head, String last) {
    List<String> longer = new ArrayList<>(head);
    longer.add(last);
    return Collections.unmodifiableList(longer);
  }

  /** The family of a function: the last segment of its package. */
  public static String family(Method method) {
    String name = method.getDeclaringClass().getPackageName();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** The aggregates whose state function an annotated method is. */
  public static List<CqlFunction.Aggregate> aggregates(Method method) {
    List<CqlFunction.Aggregate> aggregates = new ArrayList<>();
    for (Method namesake : AnnotatedMethods.of(method.getDeclaringClass())) {
      if (namesake.getName().equals(method.getName())
          && namesake.getParameterCount() == method.getParameterCount()) {
        for (CqlFunction.Aggregate one : namesake.getAnnotation(CqlFunction.class).aggregates()) {
          if (one.only().isEmpty() || isOverloadedWith(one.only(), method)) {
            aggregates.add(one);
          }
        }
      }
    }
    return aggregates;
  }

  private static boolean isOverloadedWith(String type, Method method) {
    return Arrays.stream(method.getParameters())
        .map(parameter -> parameter.getAnnotation(Overloads.class))
        .anyMatch(named -> named != null && Arrays.asList(named.value()).contains(type));
  }

  /** The annotated method. */
  public Method method() {
    return method;
  }

  /** What the method promises. */
  public CqlFunction annotation() {
    return method.getAnnotation(CqlFunction.class);
  }

  /** The unqualified name of the function. */
  public String name() {
    return annotation().value();
  }

  /** The CQL type of an overloaded parameter; null where the type of the Java parameter says it. */
  public String type(int parameter) {
    return types.get(parameter);
  }

  /** Whether an argument has a type that the annotation does not name. */
  public boolean isExtension() {
    return !types.equals(named);
  }

  /**
   * Whether it takes arguments of these types, as an aggregate: behind the state.
   *
   * @param arguments names of CQL types, null where a constant may have several
   */
  public boolean takesBehindState(List<String> arguments) {
    boolean fits = arguments.size() == types.size() - 1;
    for (int i = 0; fits && i < arguments.size(); i++) {
      String type = types.get(i + 1);
      // Cassandra takes every type for a blob.
      fits =
          type == null
              || type.equals("blob")
              || arguments.get(i) == null
              || type.equals(arguments.get(i));
    }
    return fits;
  }

  /**
   * The name of the function that finishes the state of an aggregate, empty if none does: the named
   * types of this overload are put in for the parameters that it mentions.
   */
  public String finish(CqlFunction.Aggregate aggregate) {
    String name = aggregate.finish();
    Parameter[] parameters = method.getParameters();
    for (int index = 0; index < named.size(); index++) {
      if (named.get(index) != null) {
        name = name.replace("{" + parameters[index].getName() + "}", named.get(index));
      }
    }
    return name;
  }
}
