/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import org.cassandrastats.uda.time_weight.Observations.Method;

/** The contract for the state of time_weight_locf(ts, value). */
class LocfContractTest extends TimeWeightContract {
  LocfContractTest() {
    super(Method.LOCF);
  }
}
