/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import java.time.Instant;
import java.util.Map;

/**
 * A row of an answer.
 *
 * @param time null in a table
 * @param numbers by their columns, in the order of these; null where there is none
 */
record Point(String series, Instant time, Map<String, Double> numbers) {}
