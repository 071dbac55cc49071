/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.moments.MomentsCheck;

/** A column of moments states, in CQL {@code 'org.cassandrastats.types.MomentsType'}. */
public final class MomentsType extends StateType {
  /** The one instance; Cassandra finds it by this name. */
  public static final MomentsType instance = new MomentsType();

  private MomentsType() {
    super("moments", MomentsCheck::checked, Moments::text);
  }
}
