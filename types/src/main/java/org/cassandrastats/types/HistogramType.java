/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.histogram.HistogramCheck;
import org.cassandrastats.udf.histogram.HistogramText;

/** A column of histogram states, in CQL {@code 'org.cassandrastats.types.HistogramType'}. */
public abstract class HistogramType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(HistogramType.class, "histogram", HistogramCheck::checked, HistogramText::text);

  private HistogramType() {}
}
