/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.hll.Hll;
import org.cassandrastats.udf.hll.HllCheck;

/** A column of hll states, in CQL {@code 'org.cassandrastats.types.HllType'}. */
public abstract class HllType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(HllType.class, "hll", HllCheck::checked, Hll::text);

  private HllType() {}
}
