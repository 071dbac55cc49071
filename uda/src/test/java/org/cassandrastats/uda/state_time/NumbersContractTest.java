/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.uda.state_time.Timeline.Row;

/** The contract for the state of state_time(ts, value) over numbers. */
class NumbersContractTest extends StateTimeContract {
  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Row row) {
    return StateTimeAggregates.accumulate(state, row.time(), Long.parseLong(row.state()));
  }

  /** Every number is a state. */
  @Override
  protected List<Row> skippedRows() {
    return List.of();
  }
}
