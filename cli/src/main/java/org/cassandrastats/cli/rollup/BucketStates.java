/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the rows of a bucket give.
 *
 * @param rows how many there are
 * @param states one for each column, null where no row has a value
 */
record BucketStates(long rows, List<ByteBuffer> states) {
  BucketStates {
    states = Collections.unmodifiableList(new ArrayList<>(states));
  }
}
