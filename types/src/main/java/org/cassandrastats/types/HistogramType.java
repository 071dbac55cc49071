/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.histogram.HistogramState;
import org.cassandrastats.udf.histogram.HistogramText;

/** A column of histogram states, in CQL {@code 'org.cassandrastats.types.HistogramType'}. */
public final class HistogramType extends StateType {
  /** The one instance; Cassandra finds it by this name. */
  public static final HistogramType instance = new HistogramType();

  private HistogramType() {
    super("histogram", HistogramState::checked, HistogramText::text);
  }
}
