/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.client.internal.cql.Select.Expression;

/** Cassandra's own functions of times, which nodes compute for each row. */
final class TimeFunctions {
  private static final Map<String, DataType> TYPES =
      Map.of(
          "to_timestamp", DataTypes.TIMESTAMP,
          "totimestamp", DataTypes.TIMESTAMP,
          "to_date", DataTypes.DATE,
          "todate", DataTypes.DATE,
          "to_unix_timestamp", DataTypes.BIGINT,
          "tounixtimestamp", DataTypes.BIGINT);

  private TimeFunctions() {}

  /** What a call gives; empty where it is none of these functions. */
  static Optional<DataType> type(Expression.Call call) {
    boolean isOwn = call.keyspace() == null || call.keyspace().equals("system");
    return isOwn ? Optional.ofNullable(TYPES.get(call.name())) : Optional.empty();
  }
}
