/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.compiler.emit.Emitted;
import org.cassandrastats.compiler.emit.Emitted.EmittedFunction;
import org.cassandrastats.compiler.sandbox.Sandbox;
import org.junit.jupiter.api.DynamicTest;

/** Calls emitted bodies and the Java methods that they are made from with the same arguments. */
final class BodyComparison {
  private static final long SEED = 20261120;
  private static final String DATE = "org.apache.cassandra.cql3.functions.types.LocalDate";

  private final ClassLoader originals;
  private final int calls;
  private final RandomArguments random = new RandomArguments(SEED);

  BodyComparison(ClassLoader originals, int calls) {
    this.originals = originals;
    this.calls = calls;
  }

  /** One test for each function. */
  Stream<DynamicTest> tests(Emitted emitted) {
    Sandbox.Report report =
        Sandbox.check(emitted.functions().stream().map(EmittedFunction::body).toList());
    assertThat(report.violations()).isEmpty();
    ClassLoader bodies = new Memory(report.classes());
    return IntStream.range(0, emitted.functions().size())
        .boxed()
        .sorted(
            Comparator.comparingInt((Integer index) -> rank(emitted, index))
                .thenComparing(Comparator.reverseOrder()))
        .map(
            index -> {
              EmittedFunction function = emitted.functions().get(index);
              return DynamicTest.dynamicTest(
                  function.function().signature() + " with seed " + SEED,
                  () -> compare(function, bodies, bodies.loadClass(Sandbox.className(index))));
            });
  }

  /**
   * What adds rows to states comes first, then what finishes these: what they make is what the
   * others are asked about.
   */
  private static int rank(Emitted emitted, int index) {
    String name = emitted.functions().get(index).function().name();
    List<Aggregate> ofRows =
        emitted.catalogue().aggregates().stream()
            .filter(aggregate -> !aggregate.arguments().equals(List.of("blob")))
            .toList();
    if (ofRows.stream().anyMatch(aggregate -> name.equals(aggregate.stateFunction()))) {
      return 0;
    }
    return ofRows.stream().anyMatch(aggregate -> name.equals(aggregate.finalFunction())) ? 1 : 2;
  }

  private void compare(EmittedFunction function, ClassLoader bodies, Class<?> type)
      throws ReflectiveOperationException {
    Method original = original(function);
    Method body =
        Stream.of(type.getDeclaredMethods())
            .filter(method -> method.getName().equals("execute"))
            .findFirst()
            .orElseThrow();
    Object instance = type.getDeclaredConstructor().newInstance();
    int results = 0;
    for (int i = 0; i < calls; i++) {
      List<Parameter> parameters = function.function().parameters();
      Object[] arguments = new Object[parameters.size()];
      for (int j = 0; j < arguments.length; j++) {
        arguments[j] =
            random.of(
                parameters.get(j),
                function.function().family(),
                function.function().signature(),
                function.function().calledOnNullInput());
      }
      Object[] expectedArguments = arguments.clone();
      Object[] actualArguments = new Object[arguments.length];
      for (int j = 0; j < arguments.length; j++) {
        actualArguments[j] = ofCassandra(RandomArguments.copy(arguments[j]), bodies);
      }
      Object expectedResult;
      try {
        expectedArguments = RandomArguments.converted(arguments, original);
        expectedResult = call(original, null, expectedArguments);
      } catch (IllegalArgumentException e) {
        // A varint that no long holds.
        expectedResult = new Failure(e.getClass().getName(), e.getMessage());
      }
      Object expected = comparable(expectedResult);
      Object actual = comparable(call(body, instance, actualArguments));
      String what = "call " + i + " with seed " + SEED + ": ";
      assertThat(actual).as(() -> what + show(arguments)).isEqualTo(expected);
      for (int j = 0; j < arguments.length; j++) {
        if (actualArguments[j] instanceof ByteBuffer) {
          assertThat(comparable(actualArguments[j]))
              .as(() -> "arguments after " + what + show(arguments))
              .isEqualTo(comparable(expectedArguments[j]));
        }
      }
      if (!(expectedResult instanceof Failure) && expectedResult != null) {
        results++;
      }
      if (expectedResult instanceof ByteBuffer state) {
        random.keep(function.function().family(), function.function().signature(), state);
      }
    }
    assertThat(results).as("calls with a result").isGreaterThan(calls / 50);
  }

  /** An argument as Cassandra hands it to a body: dates have a class of their own. */
  private static Object ofCassandra(Object argument, ClassLoader bodies)
      throws ReflectiveOperationException {
    return argument instanceof LocalDate date
        ? bodies
            .loadClass(DATE)
            .getMethod("fromDaysSinceEpoch", int.class)
            .invoke(null, (int) date.toEpochDay())
        : argument;
  }

  private Method original(EmittedFunction function) throws ClassNotFoundException {
    String source = function.function().source();
    int dot = source.lastIndexOf('.');
    List<String> types =
        function.source().getParameters().stream()
            .map(parameter -> parameter.getTypeAsString().replaceAll("<.*>", ""))
            .toList();
    return Stream.of(Class.forName(source.substring(0, dot), true, originals).getDeclaredMethods())
        .filter(method -> method.getName().equals(source.substring(dot + 1)))
        .filter(
            method ->
                Stream.of(method.getParameterTypes())
                    .map(Class::getSimpleName)
                    .toList()
                    .equals(types))
        .findFirst()
        .orElseThrow();
  }

  private record Failure(String type, String message) {}

  private static Object call(Method method, Object instance, Object[] arguments)
      throws IllegalAccessException {
    try {
      method.setAccessible(true);
      return method.invoke(instance, arguments);
    } catch (InvocationTargetException e) {
      return new Failure(e.getCause().getClass().getName(), e.getCause().getMessage());
    }
  }

  /** Something that equals only what has the same type, bits and bytes. */
  private static Object comparable(Object value) throws ReflectiveOperationException {
    if (value instanceof ByteBuffer buffer) {
      return new Content(buffer);
    } else if (value == null
        || value instanceof Failure
        || value.getClass().getName().startsWith("java.")) {
      return value;
    }
    if (value.getClass().getName().equals(DATE)) {
      return value.getClass().getField("days").get(value);
    }
    Map<String, Object> fields = new TreeMap<>();
    for (Field field : value.getClass().getFields()) {
      Object content = field.get(value);
      if (content instanceof Map<?, ?> map) {
        map.forEach((name, entry) -> fields.put((String) name, entry));
      } else if (content != null) {
        fields.put(field.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT), content);
      }
    }
    return fields;
  }

  /** What is in a buffer. */
  private static final class Content {
    private final int position;
    private final int limit;
    private final byte[] bytes;

    Content(ByteBuffer buffer) {
      this.position = buffer.position();
      this.limit = buffer.limit();
      this.bytes = RandomArguments.all(buffer);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Content that
          && position == that.position
          && limit == that.limit
          && (Arrays.equals(bytes, that.bytes)
              || Arrays.equals(withOneNaN(bytes), withOneNaN(that.bytes)));
    }

    @Override
    public int hashCode() {
      return position + 31 * limit;
    }

    @Override
    public String toString() {
      return position + " to " + limit + " of " + Arrays.toString(bytes);
    }

    /**
     * The bytes with every NaN made the same one, in either order of bytes. Which of two NaNs a sum
     * keeps depends on the order of the processor's operands, which the interpreter and the
     * just-in-time compiler choose differently for the very same method.
     */
    private static byte[] withOneNaN(byte[] bytes) {
      ByteBuffer words = ByteBuffer.wrap(bytes.clone());
      for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
        words.order(order);
        for (int offset = 0; offset + 8 <= bytes.length; offset += 8) {
          if (Double.isNaN(words.getDouble(offset))) {
            words.putLong(offset, 0x7ff8000000000000L);
          }
        }
      }
      return words.array();
    }
  }

  private static String show(Object[] arguments) {
    return Stream.of(arguments)
        .map(
            argument ->
                argument instanceof ByteBuffer buffer
                    ? buffer + Arrays.toString(RandomArguments.all(buffer))
                    : String.valueOf(argument))
        .toList()
        .toString();
  }

  /** Loads classes from memory. */
  private static final class Memory extends ClassLoader {
    private final Map<String, byte[]> classes;

    Memory(Map<String, byte[]> classes) {
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
