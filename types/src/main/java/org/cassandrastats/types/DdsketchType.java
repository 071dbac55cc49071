/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchCheck;

/** A column of ddsketch states, in CQL {@code 'org.cassandrastats.types.DdsketchType'}. */
public final class DdsketchType extends StateType {
  /** The one instance; Cassandra finds it by this name. */
  public static final DdsketchType instance = new DdsketchType();

  private DdsketchType() {
    super("ddsketch", DdsketchCheck::checked, Ddsketch::text);
  }
}
