/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.annotated;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;

/**
 * One overload of an annotated aggregate.
 *
 * @param annotation what promises it
 * @param state the function that accumulates rows
 * @param finish the function that finishes the state; null where the state is the result
 */
public record AnnotatedAggregate(
    Aggregate annotation, AnnotatedFunction state, AnnotatedFunction finish) {
  private static final Set<String> NUMBERS =
      Set.of("int", "bigint", "varint", "float", "double", "timestamp");

  public String name() {
    return annotation.value();
  }

  /** The CQL types of the arguments. */
  public List<String> types() {
    return state.types().subList(1, state.types().size());
  }

  public List<String> parameterNames() {
    return state.parameterNames().subList(1, state.types().size());
  }

  /** Whether rows have to come in the order of an argument. */
  public boolean isOrdered(int index) {
    return state.isOrdered(index + 1);
  }

  /** Whether an argument is kept as an integer. */
  public boolean isInteger(int index) {
    return state.isInteger(index + 1);
  }

  public String returns() {
    return finish == null ? state.returns() : finish.returns();
  }

  /** Whether the result is a state, and not the bytes of a value. */
  public boolean givesState() {
    return returns().equals("blob") && (finish == null || !finish.name().endsWith("_blob"));
  }

  /** For example {@code mean(varint)}. */
  public String signature() {
    return name() + "(" + String.join(", ", types()) + ")";
  }

  /** The same of overloads that differ in types of numbers only. */
  public List<String> shape() {
    List<String> shape = new ArrayList<>(List.of(name()));
    types().forEach(type -> shape.add(NUMBERS.contains(type) ? "number" : type));
    return shape;
  }

  /** The state of no rows. */
  public ByteBuffer initialState() {
    return ByteBuffer.wrap(annotation.initial());
  }

  /** The state after one more row; the same where a value of the row is null. */
  public ByteBuffer accumulate(ByteBuffer before, Object... row) throws Throwable {
    Object[] arguments = new Object[row.length + 1];
    arguments[0] = before;
    System.arraycopy(row, 0, arguments, 1, row.length);
    Object after = state.call(arguments);
    return after == null ? before : (ByteBuffer) after;
  }

  /** What the aggregate answers for a state. */
  public Object result(ByteBuffer last) throws Throwable {
    return finish == null ? last : finish.call(last);
  }

  @Override
  public String toString() {
    return signature();
  }
}
