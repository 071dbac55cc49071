/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

/** The contract for the state of counter(ts, value), and of increase and rate that finish it. */
class CounterContractTest extends CounterContract {
  CounterContractTest() {
    super(false);
  }
}
