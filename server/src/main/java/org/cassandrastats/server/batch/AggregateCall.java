/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.List;
import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.Function;
import org.cassandrastats.server.reflect.PrivateField;

/** What the selector of an aggregate knows about itself and tells nobody. */
public final class AggregateCall {
  private final Class<?> selector;
  private final Class<?> scalar;
  private final PrivateField called;
  private final PrivateField aggregate;
  private final PrivateField arguments;
  private final PrivateField sources;

  /**
   * Finds the fields.
   *
   * @throws LinkageError if one is not there, or has another type
   */
  public AggregateCall() {
    selector = inSelection("AggregateFunctionSelector");
    scalar = inSelection("ScalarFunctionSelector");
    Class<?> any = selector.getSuperclass();
    called = new PrivateField(any, "fun");
    aggregate = new PrivateField(selector, "aggregate", AggregateFunction.Aggregate.class);
    arguments = new PrivateField(any, "args", Arguments.class);
    sources = new PrivateField(any, "argSelectors", List.class);
  }

  /** A class of Cassandra's package of selections. */
  public static Class<?> inSelection(String name) {
    try {
      return Class.forName("org.apache.cassandra.cql3.selection." + name);
    } catch (ClassNotFoundException missing) {
      throw new LinkageError(name, missing);
    }
  }

  /** Whether a selector is that of an aggregate. */
  public boolean isSelector(Object any) {
    return any.getClass() == selector;
  }

  /** Whether a selector is that of a function of one row. */
  public boolean isScalar(Object any) {
    return any.getClass() == scalar;
  }

  public Function function(Object of) {
    return (Function) called.of(of);
  }

  AggregateFunction.Aggregate aggregate(Object of) {
    return (AggregateFunction.Aggregate) aggregate.of(of);
  }

  Arguments arguments(Object of) {
    return (Arguments) arguments.of(of);
  }

  /** The selectors of the arguments. */
  public List<?> sources(Object of) {
    return (List<?>) sources.of(of);
  }
}
