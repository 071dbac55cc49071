/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.cassandrastats.spark.argument.ArgumentReader;
import org.cassandrastats.spark.argument.Kind;
import org.cassandrastats.udf.annotation.Overload;
import org.cassandrastats.udf.annotation.Overloads;

/** What an overload takes, and how well a call suits it. */
final class Signature {
  /** The cost of a call that does not fit. */
  static final int NO_FIT = -1;

  /** The cost of a value of any type that is taken as its bytes: whatever else fits goes first. */
  private static final int AS_BYTES = 100;

  private static final Map<Type, String> CQL =
      Map.ofEntries(
          Map.entry(ByteBuffer.class, "blob"),
          Map.entry(double.class, "double"),
          Map.entry(Double.class, "double"),
          Map.entry(long.class, "bigint"),
          Map.entry(Long.class, "bigint"),
          Map.entry(int.class, "int"),
          Map.entry(Integer.class, "int"),
          Map.entry(String.class, "text"));

  private final List<Item> items = new ArrayList<>();

  /**
   * The signature of an overload.
   *
   * @param first the first parameter that is an argument of the call: 1 behind a state
   */
  Signature(Overload overload, int first) {
    Method method = overload.method();
    for (int index = first; index < method.getParameterCount(); index++) {
      items.add(
          new Item(
              method.getGenericParameterTypes()[index],
              overload.type(index),
              method.getParameters()[index].getAnnotation(Overloads.class)));
    }
  }

  /** The sum of how far each argument is from its parameter; {@link #NO_FIT} if one is of none. */
  int cost(List<DataType> given) {
    if (given.size() != items.size()) {
      return NO_FIT;
    }
    int sum = 0;
    for (int index = 0; index < items.size(); index++) {
      int cost = items.get(index).cost(given.get(index));
      if (cost < 0) {
        return NO_FIT;
      }
      sum += cost;
    }
    return sum;
  }

  /** For messages: {@code (varint | float | double, int)}. */
  String text() {
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(item.text()));
    return "(" + String.join(", ", texts) + ")";
  }

  private static final class Item {
    private final Type java;
    private final String type;
    private final Overloads overloads;

    Item(Type java, String type, Overloads overloads) {
      this.java = java;
      this.type = type == null ? CQL.get(java) : type;
      this.overloads = overloads;
    }

    int cost(DataType given) {
      Kind kind = Kind.of(given);
      if (type == null) {
        return isListOf(given, kind) ? 0 : NO_FIT;
      }
      int distance = kind.distance(type);
      if (overloads == null || distance == 0) {
        return distance;
      }
      if (type.equals("blob")) {
        return kind.hasBytes() ? AS_BYTES : NO_FIT;
      }
      // Of a number that is not named, its bytes are taken.
      return overloads.exactly() ? NO_FIT : distance;
    }

    private boolean isListOf(DataType given, Kind kind) {
      return kind == Kind.NULL
          || (kind == Kind.LIST
              && Kind.of(((ArrayType) given).elementType())
                  .isElement(ArgumentReader.element(java)));
    }

    String text() {
      if (type == null) {
        return "array of " + (ArgumentReader.element(java) == Long.class ? "bigint" : "double");
      }
      if (overloads == null) {
        return type;
      }
      return type.equals("blob")
          ? "any other plain type"
          : String.join(" | ", Arrays.asList(overloads.value()));
    }
  }
}
