/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.theta.Theta;
import org.cassandrastats.udf.theta.ThetaCheck;

/** A column of theta states, in CQL {@code 'org.cassandrastats.types.ThetaType'}. */
public abstract class ThetaType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(ThetaType.class, "theta", ThetaCheck::checked, Theta::text);

  private ThetaType() {}
}
