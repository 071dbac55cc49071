/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesCheck;

/** A column of extremes states, in CQL {@code 'org.cassandrastats.types.ExtremesType'}. */
public abstract class ExtremesType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(ExtremesType.class, "extremes", ExtremesCheck::checked, Extremes::text);

  private ExtremesType() {}
}
