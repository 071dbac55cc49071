/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.nio.ByteBuffer;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.catalogue.AggregateOverload;
import org.cassandrastats.server.catalogue.TypedOverload;
import org.cassandrastats.server.metric.FunctionUse;

/** Functions as Cassandra 5.0 calls them. */
final class FiveFunctionApi implements FunctionApi {
  @Override
  public StatsScalar scalar(String keyspace, TypedOverload overload, FunctionUse use) {
    return new FiveScalar(keyspace, overload, use);
  }

  @Override
  public StatsAggregate aggregate(
      String keyspace,
      AggregateOverload overload,
      StatsScalar accumulate,
      StatsScalar finish,
      FunctionUse use) {
    return new FiveAggregate(keyspace, overload, accumulate, finish, use);
  }

  private static final class FiveScalar extends StatsScalar {
    FiveScalar(String keyspace, TypedOverload overload, FunctionUse use) {
      super(keyspace, overload, use);
    }

    @Override
    public Arguments newArguments(ProtocolVersion version) {
      return new FiveArguments(this, use(), version, argTypes(), parameters());
    }

    @Override
    RowArguments newConstants() {
      return new FiveArguments(this, use(), ProtocolVersion.CURRENT, argTypes(), parameters());
    }
  }

  private static final class FiveAggregate extends StatsAggregate {
    FiveAggregate(
        String keyspace,
        AggregateOverload overload,
        StatsScalar accumulate,
        StatsScalar finish,
        FunctionUse use) {
      super(keyspace, overload, accumulate, finish, use);
    }

    @Override
    public Arguments newArguments(ProtocolVersion version) {
      return new FiveArguments(accumulate(), use(), version, argTypes(), parameters());
    }

    @Override
    public Aggregate newAggregate() {
      return new FiveRows();
    }

    private final class FiveRows extends Rows {
      @Override
      public ByteBuffer compute(ProtocolVersion version) {
        return result(version);
      }
    }
  }
}
