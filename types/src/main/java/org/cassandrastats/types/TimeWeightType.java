/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.time_weight.TimeWeight;
import org.cassandrastats.udf.time_weight.TimeWeightCheck;

/** A column of time_weight states, in CQL {@code 'org.cassandrastats.types.TimeWeightType'}. */
public abstract class TimeWeightType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(
          TimeWeightType.class, "time_weight", TimeWeightCheck::checked, TimeWeight::text);

  private TimeWeightType() {}
}
