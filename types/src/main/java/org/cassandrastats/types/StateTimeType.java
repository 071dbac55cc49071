/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.state_time.StateTime;
import org.cassandrastats.udf.state_time.StateTimeCheck;

/** A column of state_time states, in CQL {@code 'org.cassandrastats.types.StateTimeType'}. */
public abstract class StateTimeType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(StateTimeType.class, "state_time", StateTimeCheck::checked, StateTime::text);

  private StateTimeType() {}
}
