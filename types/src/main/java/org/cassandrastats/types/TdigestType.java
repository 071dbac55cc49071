/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.tdigest.TdigestCheck;
import org.cassandrastats.udf.tdigest.TdigestFacts;

/** A column of tdigest states, in CQL {@code 'org.cassandrastats.types.TdigestType'}. */
public final class TdigestType extends StateType {
  /** The one instance; Cassandra finds it by this name. */
  public static final TdigestType instance = new TdigestType();

  private TdigestType() {
    super("tdigest", TdigestCheck::checked, TdigestFacts::text);
  }
}
