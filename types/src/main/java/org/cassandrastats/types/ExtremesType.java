/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesCheck;

/** A column of extremes states, in CQL {@code 'org.cassandrastats.types.ExtremesType'}. */
public final class ExtremesType extends StateType {
  /** The one instance; Cassandra finds it by this name. */
  public static final ExtremesType instance = new ExtremesType();

  private ExtremesType() {
    super("extremes", ExtremesCheck::checked, Extremes::text);
  }
}
