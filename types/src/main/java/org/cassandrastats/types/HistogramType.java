/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.histogram.HistogramCheck;
import org.cassandrastats.udf.histogram.HistogramText;

/** A column of histogram states, in CQL {@code 'org.cassandrastats.types.HistogramType'}. */
public final class HistogramType extends StateType {
  /** The one instance; Cassandra finds it by this name. */
  public static final HistogramType instance = new HistogramType();

  private HistogramType() {
    super("histogram", HistogramCheck::checked, HistogramText::text);
  }
}
