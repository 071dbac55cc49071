/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.util.List;
import org.apache.cassandra.cql3.FunctionContext;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.metric.FunctionUse;

/** Arguments of Cassandra 6.0, which know what the call is part of. */
final class SixArguments extends RowArguments {
  private final FunctionContext context;

  SixArguments(
      FunctionContext context,
      Function function,
      FunctionUse use,
      ProtocolVersion version,
      List<AbstractType<?>> types,
      List<Class<?>> parameters) {
    super(function, use, version, types, parameters);
    this.context = context;
  }

  @Override
  public FunctionContext context() {
    return context;
  }
}
