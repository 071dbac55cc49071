/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overload;
import org.cassandrastats.udf.annotation.Overloads;
import org.junit.jupiter.api.Test;

/** What every class and every published method of udf and uda has in common. */
class ConventionsTest {
  private static final List<Class<?>> CLASSES =
      Stream.concat(classes(CqlFunction.class), classes(MomentsAggregates.class)).toList();
  private static final List<Method> PUBLISHED =
      CLASSES.stream()
          .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
          .filter(method -> method.isAnnotationPresent(CqlFunction.class))
          .toList();

  /** The main classes of the module of a class. */
  private static Stream<Class<?>> classes(Class<?> member) {
    try {
      Path place = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
      // A jar that the build has made lies beside the classes that it was made from.
      Path classes = Files.isRegularFile(place) ? place.resolveSibling("classes") : place;
      List<Class<?>> types = new ArrayList<>();
      try (Stream<Path> files = Files.walk(classes)) {
        files
            .map(file -> classes.relativize(file).toString())
            .filter(file -> file.endsWith(".class"))
            .map(file -> file.replace(".class", "").replaceAll("[/\\\\]", "."))
            .forEach(name -> types.add(load(name)));
      }
      return types.stream();
    } catch (IOException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name, e);
    }
  }

  @Test
  void should_find_the_classes_of_both_modules() {
    Set<String> names = new TreeSet<>();
    PUBLISHED.forEach(method -> names.add(method.getAnnotation(CqlFunction.class).value()));

    assertThat(names)
        .contains("moments_mean", "moments_accumulate", "extremes_union", "width_bucket");
    assertThat(PUBLISHED).hasSizeGreaterThan(40);
  }

  @Test
  void should_keep_no_state_in_classes() {
    for (Class<?> type : CLASSES) {
      assertThat(Modifier.isFinal(type.getModifiers()) || type.isAnnotation())
          .as("%s is final", type)
          .isTrue();
      for (Field field : type.getDeclaredFields()) {
        assertThat(Modifier.isFinal(field.getModifiers())).as("%s is final", field).isTrue();
        assertThat(
                field.getType().isPrimitive()
                    || field.getType() == String.class
                    || !Modifier.isStatic(field.getModifiers()))
            .as("%s is a constant that can be folded", field)
            .isTrue();
      }
    }
  }

  @Test
  void should_publish_methods_as_the_annotation_demands() {
    for (Method method : PUBLISHED) {
      CqlFunction function = method.getAnnotation(CqlFunction.class);
      assertThat(Modifier.isPublic(method.getModifiers())).as("%s is public", method).isTrue();
      assertThat(Modifier.isStatic(method.getModifiers())).as("%s is static", method).isTrue();
      assertThat(function.value()).as("%s", method).matches("[a-z][a-z0-9_]*");
      for (Class<?> parameter : method.getParameterTypes()) {
        if (function.calledOnNullInput()) {
          assertThat(parameter.isPrimitive()).as("%s takes null", method).isFalse();
        }
      }
      if (function.calledOnNullInput()) {
        assertThat(method.getReturnType().isPrimitive()).as("%s gives null", method).isFalse();
      }
      for (Overloads overloads : overloads(method)) {
        assertThat(overloads.value())
            .as("%s", method)
            .isSubsetOf(
                "int", "bigint", "varint", "float", "double", "timestamp", "date", "ascii", "blob")
            .doesNotHaveDuplicates();
      }
    }
  }

  private static List<Overloads> overloads(Method method) {
    return Arrays.stream(method.getParameters())
        .map(parameter -> parameter.getAnnotation(Overloads.class))
        .filter(overloads -> overloads != null)
        .toList();
  }

  @Test
  void should_give_an_example_of_everything_that_is_published() {
    for (Method method : PUBLISHED) {
      CqlFunction function = method.getAnnotation(CqlFunction.class);
      assertExamples(function.value(), function.examples());
      assertThat(Overload.aggregates(method))
          .as("%s names its aggregates once", method)
          .extracting(Aggregate::value)
          .doesNotHaveDuplicates();
      for (Aggregate aggregate : Overload.aggregates(method)) {
        assertExamples(aggregate.value(), aggregate.examples());
        assertThat(aggregate.summary()).as(aggregate.value()).endsWith(".").hasSizeLessThan(120);
      }
    }
  }

  private static void assertExamples(String name, String[] examples) {
    assertThat(examples).as("examples of %s", name).isNotEmpty();
    for (String example : examples) {
      assertThat(example).as(name).contains(name + "(").matches(".+\\) = [^?]+");
    }
  }

  @Test
  void should_finish_aggregates_with_functions_of_their_state() {
    Set<String> ofOneBlob =
        PUBLISHED.stream()
            .filter(method -> Arrays.equals(method.getParameterTypes(), BLOB))
            .map(method -> method.getAnnotation(CqlFunction.class).value())
            .collect(Collectors.toSet());
    for (Method method : PUBLISHED) {
      for (Aggregate aggregate : Overload.aggregates(method)) {
        assertThat(method.getParameterTypes()[0]).as("%s", method).isEqualTo(ByteBuffer.class);
        assertThat(method.getReturnType()).as("%s", method).isEqualTo(ByteBuffer.class);
        for (String finish : finishes(method, aggregate.finish())) {
          assertThat(ofOneBlob).as(aggregate.value()).contains(finish);
        }
      }
    }
  }

  private static final Class<?>[] BLOB = {ByteBuffer.class};

  private static List<String> finishes(Method method, String finish) {
    if (!finish.contains("{value}")) {
      return finish.isEmpty() ? List.of() : List.of(finish);
    }
    return Arrays.stream(overloads(method).get(0).value())
        .map(type -> finish.replace("{value}", type))
        .toList();
  }

  @Test
  void should_offer_the_same_functions_for_every_family() {
    Set<String> names =
        PUBLISHED.stream()
            .flatMap(
                method -> {
                  CqlFunction function = method.getAnnotation(CqlFunction.class);
                  return Stream.concat(
                      Stream.of(function.value()),
                      Overload.aggregates(method).stream().map(Aggregate::value));
                })
            .collect(Collectors.toSet());
    assertThat(families()).contains("moments", "extremes");
    for (String family : families()) {
      for (String member : List.of("_merge", "_union", "_is_valid", "_text")) {
        assertThat(names).contains(family + member);
      }
      // Where equal rows are one, there is no number of rows.
      assertThat(names).containsAnyOf(family + "_count", family + "_estimate");
    }
  }

  @Test
  void should_keep_a_state_of_every_family() throws IOException {
    Path states = Path.of("..", "udf", "src", "test", "resources", "states", "v2");
    try (Stream<Path> files = Files.list(states)) {
      Set<String> kept =
          files
              .map(file -> file.getFileName().toString().replaceAll("[-.].*", ""))
              .collect(Collectors.toSet());
      assertThat(kept).containsAll(families());
    }
  }

  /** A chunk is as large as the points that it holds, in any of four codings. */
  @Test
  void should_state_the_largest_state_of_every_family() {
    Set<String> stated =
        PUBLISHED.stream()
            .filter(
                method ->
                    Overload.aggregates(method).stream()
                        .anyMatch(aggregate -> aggregate.largest().length > 0))
            .map(Overload::family)
            .collect(Collectors.toCollection(TreeSet::new));
    stated.add("chunk");

    assertThat(stated).isEqualTo(families());
  }

  private static Set<String> families() {
    return PUBLISHED.stream()
        .filter(method -> !Overload.aggregates(method).isEmpty())
        .map(Overload::family)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
