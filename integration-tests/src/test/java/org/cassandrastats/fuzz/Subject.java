/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.StoredStates;

/** An annotated method that takes states, ready to be called millions of times. */
final class Subject {
  private final AnnotatedFunction function;
  private final MethodHandle handle;
  private final List<Integer> blobs = new ArrayList<>();

  private Subject(AnnotatedFunction function) {
    this.function = function;
    try {
      MethodHandle direct = MethodHandles.publicLookup().unreflect(function.method());
      this.handle =
          direct
              .asType(direct.type().generic())
              .asSpreader(Object[].class, function.types().size());
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException(hidden);
    }
    for (int index = 0; index < function.types().size(); index++) {
      if (function.isState(index)) {
        blobs.add(index);
      }
    }
  }

  /** The methods that take a state by its kind; overloads of one method count once. */
  static Map<String, List<Subject>> byKind() {
    Map<String, List<Subject>> families = new TreeMap<>();
    Set<Object> methods = new HashSet<>();
    for (AnnotatedFunction function : Annotated.functions()) {
      if (function.types().contains("blob") && methods.add(function.method())) {
        Subject subject = new Subject(function);
        families.computeIfAbsent(kind(function), kind -> new ArrayList<>()).add(subject);
      }
    }
    return families;
  }

  String name() {
    return function.name();
  }

  /**
   * What kind of state a function takes: that of its family, or another one that serves some
   * aggregates of the family only, of which states are kept that are called by the beginning of
   * their names.
   */
  static String kind(AnnotatedFunction function) {
    String name = function.method().getDeclaringClass().getPackageName();
    String family = name.substring(name.lastIndexOf('.') + 1);
    String asker = function.name();
    if (goesOnInPlace(function)) {
      String finish = function.aggregates().get(0).finish();
      asker = finish.isEmpty() ? family + "_" : finish;
    }
    String other = asker.substring(0, asker.indexOf('_'));
    return asker.startsWith(family + "_") || !StoredStates.hasKind(other) ? family : other;
  }

  AnnotatedFunction function() {
    return function;
  }

  /** The positions of the arguments that are states. */
  List<Integer> blobs() {
    return blobs;
  }

  /** Whether it adds rows to a state of its own and refuses those of others. */
  boolean takesRows() {
    return !function.aggregates().isEmpty() && blobs.size() == 1;
  }

  /** Calls the method. */
  Object call(Object[] arguments) throws Throwable {
    return handle.invokeExact(arguments);
  }

  @Override
  public String toString() {
    return function.signature();
  }

  /** A union that starts from a mark is asked as any other function: it goes on from that alone. */
  private static boolean goesOnInPlace(AnnotatedFunction function) {
    return function.takesRows()
        || (!function.aggregates().isEmpty() && function.aggregates().get(0).initial().length == 0);
  }
}
