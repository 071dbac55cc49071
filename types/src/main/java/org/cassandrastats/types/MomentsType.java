/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.moments.MomentsCheck;

/** A column of moments states, in CQL {@code 'org.cassandrastats.types.MomentsType'}. */
public abstract class MomentsType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(MomentsType.class, "moments", MomentsCheck::checked, Moments::text);

  private MomentsType() {}
}
