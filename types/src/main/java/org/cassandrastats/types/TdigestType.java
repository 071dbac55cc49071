/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.tdigest.TdigestCheck;

/** A column of tdigest states, in CQL {@code 'org.cassandrastats.types.TdigestType'}. */
public abstract class TdigestType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(TdigestType.class, "tdigest", TdigestCheck::checked, TdigestAccessors::text);

  private TdigestType() {}
}
