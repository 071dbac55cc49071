/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.util.List;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.metric.FunctionUse;

/** Arguments of Cassandra 5.0, which have no context. */
final class FiveArguments extends RowArguments {
  FiveArguments(
      Function function,
      FunctionUse use,
      ProtocolVersion version,
      List<AbstractType<?>> types,
      List<Class<?>> parameters) {
    super(function, use, version, types, parameters);
  }
}
