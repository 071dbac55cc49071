/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.exceptions.FunctionExecutionException;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.metric.FunctionUse;

/** The arguments of a call; one object serves all rows of a query. */
abstract class RowArguments implements BitArguments {
  private final Function function;
  private final FunctionUse use;
  private final ProtocolVersion version;
  private final Argument[] arguments;

  /**
   * Arguments of one query.
   *
   * @param function what the error about an argument names
   * @param use where such an error is counted
   * @param types what CQL passes
   * @param parameters what the method takes for each
   */
  RowArguments(
      Function function,
      FunctionUse use,
      ProtocolVersion version,
      List<AbstractType<?>> types,
      List<Class<?>> parameters) {
    this.function = function;
    this.use = use;
    this.version = version;
    this.arguments = new Argument[types.size()];
    for (int index = 0; index < arguments.length; index++) {
      arguments[index] = argument(types.get(index), parameters.get(index), version);
    }
  }

  final Argument at(int index) {
    return arguments[index];
  }

  @Override
  public final void set(int index, ByteBuffer bytes) {
    try {
      arguments[index].set(bytes);
    } catch (IllegalArgumentException refused) {
      throw refused(refused);
    }
  }

  @Override
  public final void setBytes(int index, ByteBuffer bytes) {
    try {
      arguments[index].setBytes(bytes);
    } catch (IllegalArgumentException refused) {
      throw refused(refused);
    }
  }

  private FunctionExecutionException refused(IllegalArgumentException why) {
    use.refused();
    return FunctionExecutionException.create(function, why);
  }

  @Override
  public final boolean takesBits(int index) {
    return arguments[index].takesBits();
  }

  @Override
  public final void setBits(int index, long bits) {
    arguments[index].setBits(bits);
  }

  @Override
  public final boolean containsNulls() {
    for (Argument argument : arguments) {
      if (argument.isNull()) {
        return true;
      }
    }
    return false;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As Arguments wants it.
  public final <T> T get(int index) {
    try {
      return (T) arguments[index].value();
    } catch (IllegalArgumentException refused) {
      throw refused(refused);
    }
  }

  @Override
  public final ProtocolVersion getProtocolVersion() {
    return version;
  }

  @Override
  public final int size() {
    return arguments.length;
  }

  /**
   * The argument for a parameter.
   *
   * @param type the CQL type of what arrives
   * @param parameter the Java type that the method takes
   */
  private static Argument argument(
      AbstractType<?> type, Class<?> parameter, ProtocolVersion version) {
    return NumberArgument.reads(type, parameter)
        ? new NumberArgument(type, parameter)
        : new ObjectArgument(type, version);
  }
}
