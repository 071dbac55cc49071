/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.uda.state_time.Timeline.Row;

/** The contract for the state of state_time(ts, value) over texts. */
class TextsContractTest extends StateTimeContract {
  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Row row) {
    return Timeline.add(state, row);
  }

  @Override
  protected List<Row> skippedRows() {
    return List.of(new Row(0, ""), new Row(7, ""), new Row(3, ""));
  }
}
