/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.FunctionName;
import org.apache.cassandra.cql3.functions.NativeScalarFunction;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.exceptions.FunctionExecutionException;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.catalogue.TypedOverload;
import org.cassandrastats.server.metric.FunctionUse;
import org.cassandrastats.udf.annotation.Monotonic;

/** An annotated method as a native function with a keyspace in its name. */
abstract class StatsScalar extends NativeScalarFunction {
  private final FunctionName qualifiedName;
  private final List<Class<?>> parameters;
  private final boolean calledOnNullInput;
  private final JavaMethod method;
  private final ResultType result;
  private final int monotonic;
  private final FunctionUse use;

  /**
   * A function of the pack.
   *
   * @param use where its calls are counted
   */
  StatsScalar(String keyspace, TypedOverload overload, FunctionUse use) {
    super(overload.name(), overload.returns(), overload.types().toArray(new AbstractType<?>[0]));
    this.qualifiedName = new FunctionName(keyspace, overload.name());
    this.parameters = Arrays.asList(overload.method().getParameterTypes());
    this.calledOnNullInput = overload.annotation().calledOnNullInput();
    this.method = new JavaMethod(overload.method());
    this.result = ResultType.of(overload.returns(), overload.method().getReturnType());
    this.monotonic = monotonic(overload.method());
    this.use = use;
  }

  /** The place of the parameter that is annotated so; -1 if none is. */
  private static int monotonic(Method method) {
    Parameter[] parameters = method.getParameters();
    for (int index = 0; index < parameters.length; index++) {
      if (parameters[index].isAnnotationPresent(Monotonic.class)) {
        return index;
      }
    }
    return -1;
  }

  @Override
  public FunctionName name() {
    return qualifiedName;
  }

  /** As user-defined functions are: a state function may change the buffer that it is given. */
  @Override
  public boolean isPure() {
    return false;
  }

  /**
   * Whether {@code GROUP BY} may take a call. Cassandra asks before it reads a row, and evaluates
   * the call where the rows are, from where no message of an error comes back: constants that the
   * method refuses for any row are therefore refused here.
   *
   * @param partialParameters the constants of the call, and a mark where something else stands
   */
  @Override
  @SuppressWarnings("ReferenceEquality") // The mark is a buffer like any other.
  protected boolean isPartialApplicationMonotonic(List<ByteBuffer> partialParameters) {
    if (monotonic < 0) {
      return false;
    }
    RowArguments constants = newConstants();
    Object[] values = new Object[parameters.size()];
    boolean anyNull = false;
    for (int index = 0; index < values.length; index++) {
      boolean isConstant = partialParameters.get(index) != UNRESOLVED;
      if (isConstant == (index == monotonic)) {
        return false;
      }
      if (isConstant) {
        constants.set(index, partialParameters.get(index));
        values[index] = constants.get(index);
        anyNull |= values[index] == null;
      }
    }
    if (!anyNull) {
      values[monotonic] = parameters.get(monotonic) == int.class ? (Object) 0 : Long.valueOf(0);
      call(values, use);
    }
    return true;
  }

  @Override
  public boolean isCalledOnNullInput() {
    return calledOnNullInput;
  }

  /** Where its calls are counted. */
  final FunctionUse use() {
    return use;
  }

  /** What the method takes. */
  final List<Class<?>> parameters() {
    return parameters;
  }

  /** For the constants of a statement that is not executed yet. */
  abstract RowArguments newConstants();

  @Override
  public ByteBuffer execute(Arguments arguments) {
    if (!calledOnNullInput && arguments.containsNulls()) {
      return null;
    }
    ByteBuffer answer = result.bytes(call(values(arguments), use), arguments.getProtocolVersion());
    use.called();
    return answer;
  }

  private static Object[] values(Arguments arguments) {
    Object[] values = new Object[arguments.size()];
    for (int index = 0; index < values.length; index++) {
      values[index] = arguments.get(index);
    }
    return values;
  }

  /** Whether it gives null for arguments of which one is null; false where it refuses them. */
  final boolean givesNull(Arguments arguments) {
    try {
      return !calledOnNullInput || method.call(values(arguments)) == null;
    } catch (VirtualMachineError serious) {
      throw serious;
    } catch (Throwable refused) {
      return false;
    }
  }

  /**
   * Finishes the state of an aggregate.
   *
   * @param aggregate where it is counted if the state is refused
   */
  ByteBuffer finish(ByteBuffer state, ProtocolVersion version, FunctionUse aggregate) {
    if (!calledOnNullInput && state == null) {
      return null;
    }
    return result.bytes(call(new Object[] {state}, aggregate), version);
  }

  private Object call(Object[] values, FunctionUse caller) {
    try {
      return method.call(values);
    } catch (VirtualMachineError serious) {
      throw serious;
    } catch (Throwable thrown) {
      caller.refused();
      throw FunctionExecutionException.create(this, thrown);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StatsScalar
        && qualifiedName.equals(((StatsScalar) other).qualifiedName)
        && argTypes.equals(((StatsScalar) other).argTypes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(qualifiedName, argTypes);
  }

  @Override
  public String toString() {
    return Signatures.text(this);
  }
}
