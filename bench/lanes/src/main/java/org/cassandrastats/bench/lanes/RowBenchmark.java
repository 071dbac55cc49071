/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.transport.ProtocolVersion;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a thousand rows, or groups of ten rows, cost from their bytes on: microseconds of a call are
 * nanoseconds of a row. The median over many short calls is the same on a quiet machine and on one
 * where other work interrupts some of them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RowBenchmark {
  private static final int GROUPS = 1000;
  private static final int GROUP = 10;

  /** See {@link CassandraProcess.Lane}. */
  @Param("native")
  public String lane;

  /** Signature of an aggregate. */
  @Param("mean(double)")
  public String aggregate;

  private ByteBuffer[][] rows;
  private Arguments arguments;
  private AggregateFunction.Aggregate state;

  /** Installs the aggregate. */
  @Setup
  public void setUp() {
    AggregateFunction function =
        new CassandraProcess(CassandraProcess.Lane.named(lane)).aggregate(aggregate);
    rows = new Rows().of(aggregate);
    arguments = function.newArguments(ProtocolVersion.CURRENT);
    state = function.newAggregate();
  }

  /** A thousand more rows of a large group. */
  @Benchmark
  public Object row() {
    for (ByteBuffer[] row : rows) {
      add(row);
    }
    return state;
  }

  /** A thousand groups of ten rows, with their results. */
  @Benchmark
  public int group() {
    int bytes = 0;
    for (int group = 0; group < GROUPS; group++) {
      for (int row = 0; row < GROUP; row++) {
        add(rows[(group * GROUP + row) % Rows.SIZE]);
      }
      bytes += state.compute(ProtocolVersion.CURRENT).remaining();
      state.reset();
    }
    return bytes;
  }

  private void add(ByteBuffer[] row) {
    for (int index = 0; index < row.length; index++) {
      arguments.set(index, row[index]);
    }
    state.addInput(arguments);
  }
}
