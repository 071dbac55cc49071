/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

/** The contract for the state of gauge(ts, value). */
class GaugeContractTest extends CounterContract {
  GaugeContractTest() {
    super(true);
  }
}
