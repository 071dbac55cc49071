/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.frequent.Frequent;
import org.cassandrastats.udf.frequent.FrequentState;

/** A column of frequent states, in CQL {@code 'org.cassandrastats.types.FrequentType'}. */
public abstract class FrequentType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(FrequentType.class, "frequent", FrequentState::readable, Frequent::text);

  private FrequentType() {}
}
