/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.FunctionIndex;
import org.cassandrastats.udf.annotation.Overload;
import org.cassandrastats.udf.annotation.Overloads;

/** The functions and aggregates of the pack, as their annotations say. */
public final class PackFunctions {
  private static final Map<Class<?>, DataType> TYPES =
      Map.of(
          ByteBuffer.class, DataTypes.BLOB,
          double.class, DataTypes.DOUBLE,
          Double.class, DataTypes.DOUBLE,
          long.class, DataTypes.BIGINT,
          Long.class, DataTypes.BIGINT,
          int.class, DataTypes.INT,
          Integer.class, DataTypes.INT);

  private final FunctionIndex index;
  private final List<PackAggregate> aggregates;

  private PackFunctions(FunctionIndex index) {
    this.index = index;
    this.aggregates = index.aggregates().stream().map(PackAggregate::new).toList();
  }

  /** Those of the classes on the class path, which are read once: that takes as long as a query. */
  public static PackFunctions all() {
    return Known.ALL;
  }

  private static final class Known {
    static final PackFunctions ALL = load();
  }

  /** Reads the annotations of the classes on the class path. */
  static PackFunctions load() {
    try {
      return new PackFunctions(
          new FunctionIndex(AnnotatedMethods.beside(CqlFunction.class, MomentsAggregates.class)));
    } catch (IOException | ClassNotFoundException unreadable) {
      throw new IllegalStateException(
          "the classes of cassandra-stats-udf and cassandra-stats-uda cannot be listed",
          unreadable);
    }
  }

  /** The scalar functions of a name. */
  List<Method> functions(String name) {
    return index.functions(name);
  }

  /**
   * The aggregates of a name, one for each shape of arguments; last what takes values of any type
   * as their bytes.
   */
  List<PackAggregate> aggregates(String name) {
    return aggregates.stream()
        .filter(aggregate -> aggregate.name().equals(name))
        .sorted(Comparator.comparing(PackAggregate::takesBytes))
        .toList();
  }

  /** What a call of a scalar function gives; empty where there is none, or it gives no CQL type. */
  Optional<DataType> type(Expression.Call call) {
    return functions(call.name()).stream()
        .filter(method -> method.getParameterCount() == call.arguments().size())
        .map(method -> TYPES.get(method.getReturnType()))
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** The function of a name that takes nothing but a state. */
  Method accessor(String name) {
    return index.accessor(name);
  }

  /** The aggregate that gives the state of an aggregate, so that it can be merged. */
  Optional<PackAggregate> stateOf(PackAggregate aggregate) {
    return index.stateOf(aggregate.method()).map(PackAggregate::new);
  }

  /** What joins two states of a family. */
  Optional<Method> union(String family) {
    return index.union(family);
  }

  /** Whether the states of a family are of the rows of one series, in their order. */
  public boolean isOrdered(String family) {
    return index.isOrdered(family);
  }

  /** The names of the aggregates that merge: of one family, or of all where that is null. */
  String mergeable(String family) {
    TreeSet<String> names = new TreeSet<>();
    for (PackAggregate aggregate : aggregates) {
      if ((family == null || aggregate.family().equals(family))
          && (aggregate.isQuestion() || stateOf(aggregate).isPresent())) {
        names.add(aggregate.name());
      }
    }
    return String.join(", ", names);
  }

  /**
   * An aggregate of the pack.
   *
   * @param method its state function, and what is promised of it
   */
  record PackAggregate(FunctionIndex.AggregateMethod method) {
    Method accumulate() {
      return method.accumulate();
    }

    CqlFunction.Aggregate annotation() {
      return method.annotation();
    }

    String name() {
      return method.name();
    }

    String family() {
      return method.family();
    }

    /**
     * Whether it takes arguments of these types.
     *
     * @param types names of CQL types, null where a constant may have several
     */
    boolean accepts(List<String> types) {
      return overload(types).isPresent();
    }

    /** Whether it is short for the question to a state of the family. */
    boolean isQuestion() {
      return !annotation().asks().isEmpty();
    }

    /** The question to a state that a call is short for. */
    Expression.Call question(Expression.Call call) {
      List<Expression> arguments = new ArrayList<>(call.arguments());
      arguments.set(0, new Expression.Call(call.keyspace(), family(), List.of(arguments.get(0))));
      return new Expression.Call(call.keyspace(), annotation().asks(), arguments);
    }

    private boolean takesBytes() {
      List<Class<?>> types = Arrays.asList(accumulate().getParameterTypes());
      return types.subList(1, types.size()).contains(ByteBuffer.class);
    }

    /** The name of the function that finishes a state of these types; empty if none does. */
    String finish(List<String> types) {
      return overload(types).orElseThrow().finish(annotation());
    }

    private Optional<Overload> overload(List<String> types) {
      return Overload.accepted(accumulate()).stream()
          .filter(overload -> overload.takesBehindState(types))
          .findFirst();
    }

    /** What it takes, for messages: {@code mean(varint | float | double)}. */
    String signature() {
      List<String> types = new ArrayList<>();
      Parameter[] parameters = accumulate().getParameters();
      for (Parameter parameter : Arrays.asList(parameters).subList(1, parameters.length)) {
        Overloads overloads = parameter.getAnnotation(Overloads.class);
        types.add(overloads == null ? parameter.getName() : String.join(" | ", overloads.value()));
      }
      return name() + "(" + String.join(", ", types) + ")";
    }
  }

  /**
   * The result of a function.
   *
   * @throws StatsException if it refuses its arguments
   */
  static Object call(Method method, Object... arguments) {
    CqlFunction function = method.getAnnotation(CqlFunction.class);
    if (!function.calledOnNullInput() && Arrays.stream(arguments).anyMatch(Objects::isNull)) {
      return null;
    }
    try {
      return DriverValues.of(
          method.invoke(null, Arrays.stream(arguments).map(PackFunctions::view).toArray()));
    } catch (InvocationTargetException thrown) {
      throw new StatsException(
          "%s: %s".formatted(function.value(), thrown.getCause().getMessage()), thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The state that joins two. */
  static ByteBuffer union(Method method, ByteBuffer left, ByteBuffer right) {
    try {
      return (ByteBuffer) method.invoke(null, left, right);
    } catch (InvocationTargetException thrown) {
      throw new StatsException(
          "The states of two parts do not merge: " + thrown.getCause().getMessage(),
          thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Several functions may read one state: none must move its position. */
  private static Object view(Object argument) {
    return argument instanceof ByteBuffer state ? state.duplicate() : argument;
  }

  /**
   * A constant as a parameter's type has it, in an Optional that holds it; empty if it does not
   * fit.
   *
   * @param value not null
   */
  static Optional<Object> convert(Object value, Type type) {
    if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      return value instanceof List<?> list
          ? list(list, generic.getActualTypeArguments()[0])
          : Optional.empty();
    }
    if (type == String.class || type == Boolean.class || type == boolean.class) {
      boolean fits = type == String.class ? value instanceof String : value instanceof Boolean;
      return fits ? Optional.of(value) : Optional.empty();
    }
    return value instanceof Number number ? number(number, type) : Optional.empty();
  }

  private static Optional<Object> list(List<?> list, Type element) {
    List<Object> converted = new ArrayList<>();
    for (Object value : list) {
      Optional<Object> one = value == null ? Optional.empty() : convert(value, element);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      converted.add(one.get());
    }
    return Optional.of(converted);
  }

  private static Optional<Object> number(Number value, Type type) {
    try {
      if (type == double.class || type == Double.class) {
        return Optional.of(value.doubleValue());
      }
      long whole = new java.math.BigDecimal(value.toString()).longValueExact();
      if (type == int.class || type == Integer.class) {
        return Optional.of(Math.toIntExact(whole));
      }
      return type == long.class || type == Long.class ? Optional.of(whole) : Optional.empty();
    } catch (ArithmeticException | NumberFormatException notWhole) {
      return Optional.empty();
    }
  }

  /** A type for messages. */
  static String typeName(Type type) {
    String name = type.getTypeName();
    if (name.equals("java.nio.ByteBuffer")) {
      return "a state";
    }
    return name.replace("java.lang.", "")
        .replace("java.util.", "")
        .toLowerCase(java.util.Locale.ROOT);
  }

  /** Refuses a call. */
  static StatsException refused(String call, String expected) {
    return new StatsException("%s: expected %s.".formatted(call, expected));
  }
}
