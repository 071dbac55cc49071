/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.counter.Counter;
import org.cassandrastats.udf.counter.CounterCheck;

/** A column of counter states, in CQL {@code 'org.cassandrastats.types.CounterType'}. */
public abstract class CounterType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(CounterType.class, "counter", CounterCheck::checked, Counter::text);

  private CounterType() {}
}
