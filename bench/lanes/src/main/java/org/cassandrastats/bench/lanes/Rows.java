/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.catalogue.file.CatalogueFile;

/**
 * Arguments as a query passes them: a new buffer for every value of a column, the same one for a
 * parameter.
 */
final class Rows {
  static final int SIZE = 1000;

  private static final int VALUES_PER_STATE = 10;
  private static final long SEED = 20261121;

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** The arguments of {@link #SIZE} rows, row by row. */
  ByteBuffer[][] of(String signature) {
    if (signature.startsWith("avg(")) {
      return columns(List.<ByteBuffer[]>of(values()));
    }
    Catalogue catalogue = CatalogueFile.read();
    Aggregate aggregate = CassandraProcess.aggregate(catalogue, signature);
    Function function = catalogue.stateFunction(aggregate);
    List<ByteBuffer[]> columns = new ArrayList<>();
    for (Parameter parameter : function.parameters().subList(1, function.parameters().size())) {
      columns.add(
          parameter.type().equals("blob")
              ? states(catalogue, aggregate.family())
              : column(parameter));
    }
    return columns(columns);
  }

  private static ByteBuffer[][] columns(List<ByteBuffer[]> columns) {
    ByteBuffer[][] rows = new ByteBuffer[SIZE][columns.size()];
    for (int row = 0; row < SIZE; row++) {
      for (int column = 0; column < columns.size(); column++) {
        rows[row][column] = columns.get(column)[row];
      }
    }
    return rows;
  }

  private ByteBuffer[] column(Parameter parameter) {
    return switch (parameter.name() + " " + parameter.type()) {
      case "value double", "x double", "y double" -> values();
      // Of a bigint column.
      case "key varint" -> keys();
      case "n int" -> same(Int32Type.instance.decompose(10));
      case "lgk int" -> same(Int32Type.instance.decompose(12));
      case "k int", "bins int" -> same(Int32Type.instance.decompose(100));
      case "lo double" -> same(DoubleType.instance.decompose(20.0));
      case "hi double" -> same(DoubleType.instance.decompose(21.0));
      case "error double" -> same(DoubleType.instance.decompose(0.01));
      case "quantile double" -> same(DoubleType.instance.decompose(0.99));
      case "quantiles list<double>" -> same(list(0.5, 0.99));
      case "edges list<double>" -> same(list(20.0, 20.1, 20.2, 20.5, 21.0));
      default ->
          throw new IllegalStateException(
              "no test value for the parameter " + parameter + ": add one here");
    };
  }

  private ByteBuffer[] values() {
    ByteBuffer[] values = new ByteBuffer[SIZE];
    for (int row = 0; row < SIZE; row++) {
      values[row] = DoubleType.instance.decompose(20 + random.nextDouble());
    }
    return values;
  }

  private static ByteBuffer[] keys() {
    ByteBuffer[] keys = new ByteBuffer[SIZE];
    for (int row = 0; row < SIZE; row++) {
      keys[row] = LongType.instance.decompose((long) row);
    }
    return keys;
  }

  private static ByteBuffer[] same(ByteBuffer bytes) {
    ByteBuffer[] buffers = new ByteBuffer[SIZE];
    Arrays.fill(buffers, bytes);
    return buffers;
  }

  private static ByteBuffer list(Double... values) {
    return ListType.getInstance(DoubleType.instance, false).decompose(List.of(values));
  }

  /** States of a few values each, made by the first aggregate of the family that answers one. */
  private ByteBuffer[] states(Catalogue catalogue, String family) {
    Aggregate maker =
        catalogue.aggregates().stream()
            .filter(
                aggregate ->
                    aggregate.family().equals(family)
                        && aggregate.returns().equals("blob")
                        && aggregate.arguments().get(0).equals("double")
                        && LaneBenchmarks.isMeasured(catalogue, aggregate))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no aggregate makes states of " + family));
    AggregateFunction function = CassandraProcess.nativeAggregate(maker.signature());
    ByteBuffer[][] rows = of(maker.signature());
    ByteBuffer[] states = new ByteBuffer[SIZE];
    for (int state = 0; state < SIZE; state++) {
      Arguments arguments = function.newArguments(ProtocolVersion.CURRENT);
      AggregateFunction.Aggregate aggregate = function.newAggregate();
      for (int row = 0; row < VALUES_PER_STATE; row++) {
        ByteBuffer[] values = rows[(state + row) % SIZE];
        for (int index = 0; index < values.length; index++) {
          arguments.set(index, values[index]);
        }
        aggregate.addInput(arguments);
      }
      states[state] = aggregate.compute(ProtocolVersion.CURRENT);
    }
    return states;
  }
}
