/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import org.cassandrastats.server.catalogue.AggregateOverload;
import org.cassandrastats.server.catalogue.TypedOverload;
import org.cassandrastats.server.metric.FunctionUse;

/** Makes functions that are called as a version of Cassandra does. */
interface FunctionApi {
  /** See {@link StatsScalar#StatsScalar}. */
  StatsScalar scalar(String keyspace, TypedOverload overload, FunctionUse use);

  /** See {@link StatsAggregate#StatsAggregate}. */
  StatsAggregate aggregate(
      String keyspace,
      AggregateOverload overload,
      StatsScalar accumulate,
      StatsScalar finish,
      FunctionUse use);
}
