/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchCheck;

/** A column of ddsketch states, in CQL {@code 'org.cassandrastats.types.DdsketchType'}. */
public abstract class DdsketchType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(DdsketchType.class, "ddsketch", DdsketchCheck::checked, Ddsketch::text);

  private DdsketchType() {}
}
