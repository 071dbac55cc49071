/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * An aggregate that the demo asks Cassandra for.
 *
 * @param selector in CQL, with functions of the pack only, which are named without their keyspace
 * @param answer takes the numbers out of the answer's row, one per expected number; null for a
 *     number that is null
 * @param expected what they should be
 */
record DemoQuestion(
    String selector, Function<Row, List<Number>> answer, List<? extends Expectation> expected) {
  private static final Pattern CALL = Pattern.compile("\\w+\\(");

  /** The selector with the functions of a keyspace. */
  String in(String keyspace) {
    return in(keyspace, selector);
  }

  /** Selectors with the functions of a keyspace. */
  static String in(String keyspace, String selectors) {
    return CALL.matcher(selectors).replaceAll(keyspace + ".$0");
  }
}
