/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.CqlValues;
import org.cassandrastats.live.InstalledPack;

/**
 * An aggregate over columns of {@link TestRows} and constants.
 *
 * @param columns the column of each argument; null where it is a constant
 * @param constants the constant of each argument; null where it is a column
 */
public record Selector(AnnotatedAggregate aggregate, List<String> columns, List<Object> constants) {
  private static final int VARIANTS = 3;

  /** Every aggregate over numbers of rows, with several values of each constant. */
  public static List<Selector> all() {
    return Annotated.aggregates().stream()
        .filter(aggregate -> !aggregate.types().contains("blob"))
        .flatMap(Selector::of)
        .toList();
  }

  private static Stream<Selector> of(AnnotatedAggregate aggregate) {
    return IntStream.range(0, VARIANTS).mapToObj(variant -> of(aggregate, variant)).distinct();
  }

  private static Selector of(AnnotatedAggregate aggregate, int variant) {
    List<String> columns = new ArrayList<>();
    List<Object> constants = new ArrayList<>();
    for (int index = 0; index < aggregate.types().size(); index++) {
      String type = aggregate.types().get(index);
      String name = aggregate.parameterNames().get(index);
      String column =
          aggregate.isOrdered(index)
              ? TestRows.rising(variant)
              : TestRows.column(index, name, type, aggregate.isInteger(index), variant);
      columns.add(column);
      constants.add(column == null ? Literals.accepted(name, type).get(variant) : null);
    }
    return new Selector(aggregate, columns, constants);
  }

  /** The call of the installed aggregate. */
  public String cql() {
    return InstalledPack.KEYSPACE + "." + call();
  }

  /** The call without a keyspace. */
  public String call() {
    List<String> arguments = new ArrayList<>();
    for (int index = 0; index < columns.size(); index++) {
      arguments.add(
          columns.get(index) == null
              ? Literals.of(constants.get(index), aggregate.types().get(index))
              : columns.get(index));
    }
    return aggregate.name() + "(" + String.join(", ", arguments) + ")";
  }

  /** The state of rows by the Java method. */
  ByteBuffer state(List<Row> rows) {
    ByteBuffer state = aggregate.initialState();
    try {
      for (Row row : rows) {
        Object[] arguments = new Object[columns.size()];
        for (int index = 0; index < arguments.length; index++) {
          String column = columns.get(index);
          arguments[index] = column == null ? constants.get(index) : row.getObject(column);
        }
        state = aggregate.accumulate(state, arguments);
      }
    } catch (Throwable failed) {
      throw new AssertionError(this + " failed: " + failed, failed);
    }
    return state;
  }

  /** The bytes that the aggregate answers for rows by the Java methods. */
  ByteBuffer answer(List<Row> rows) {
    try {
      return CqlValues.encode(aggregate.result(state(rows)), aggregate.returns());
    } catch (Throwable failed) {
      throw new AssertionError(this + " failed: " + failed, failed);
    }
  }

  @Override
  public String toString() {
    return cql();
  }
}
