/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.demo;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.function.Function;

/**
 * An aggregate that the demo asks Cassandra for.
 *
 * @param selector in CQL
 * @param answer takes the numbers out of the answer's row, one per expected number; null for a
 *     number that is null
 * @param expected what they should be
 */
record Question(
    String selector, Function<Row, List<Number>> answer, List<? extends Expectation> expected) {}
