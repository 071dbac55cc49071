/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.nio.ByteBuffer;
import org.apache.cassandra.cql3.FunctionContext;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.catalogue.AggregateOverload;
import org.cassandrastats.server.catalogue.TypedOverload;
import org.cassandrastats.server.metric.FunctionUse;

/** Functions as Cassandra 6.0 calls them. */
final class SixFunctionApi implements FunctionApi {
  @Override
  public StatsScalar scalar(String keyspace, TypedOverload overload, FunctionUse use) {
    return new SixScalar(keyspace, overload, use);
  }

  @Override
  public StatsAggregate aggregate(
      String keyspace,
      AggregateOverload overload,
      StatsScalar accumulate,
      StatsScalar finish,
      FunctionUse use) {
    return new SixAggregate(keyspace, overload, accumulate, finish, use);
  }

  private static final class SixScalar extends StatsScalar {
    SixScalar(String keyspace, TypedOverload overload, FunctionUse use) {
      super(keyspace, overload, use);
    }

    @Override
    public Arguments newArguments(FunctionContext context) {
      return new SixArguments(
          context, this, use(), context.getProtocolVersion(), argTypes(), parameters());
    }

    @Override
    RowArguments newConstants() {
      return new SixArguments(
          FunctionContext.NONE, this, use(), ProtocolVersion.CURRENT, argTypes(), parameters());
    }
  }

  private static final class SixAggregate extends StatsAggregate {
    SixAggregate(
        String keyspace,
        AggregateOverload overload,
        StatsScalar accumulate,
        StatsScalar finish,
        FunctionUse use) {
      super(keyspace, overload, accumulate, finish, use);
    }

    @Override
    public Arguments newArguments(FunctionContext context) {
      return new SixArguments(
          context, accumulate(), use(), context.getProtocolVersion(), argTypes(), parameters());
    }

    @Override
    public Aggregate newAggregate() {
      return new SixRows();
    }

    private final class SixRows extends Rows {
      @Override
      public ByteBuffer compute(FunctionContext context) {
        return result(context.getProtocolVersion());
      }
    }
  }
}
