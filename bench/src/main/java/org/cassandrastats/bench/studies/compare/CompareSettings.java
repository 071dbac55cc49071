/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.time.Duration;

/**
 * How candidates are asked.
 *
 * @param requests of a run of a read or an update
 * @param limit when no further request of a run is sent
 * @param inFlight how many requests are on their way at the same time
 * @param seed of what is drawn
 */
record CompareSettings(
    int requests, Duration limit, int inFlight, ConsistencyLevel level, long seed) {}
