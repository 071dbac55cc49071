/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import org.cassandrastats.server.catalogue.AggregateOverload;
import org.cassandrastats.server.catalogue.TypedOverload;

/** Makes functions that are called as a version of Cassandra does. */
interface FunctionApi {
  /** A function of the pack. */
  StatsScalar scalar(String keyspace, TypedOverload overload);

  /** See {@link StatsAggregate#StatsAggregate}. */
  StatsAggregate aggregate(
      String keyspace, AggregateOverload overload, StatsScalar accumulate, StatsScalar finish);
}
