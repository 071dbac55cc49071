/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.cql.Row;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

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

  /** A question whose answer is a list of exact numbers. */
  static DemoQuestion list(String selector, Class<? extends Number> type, BigDecimal... exact) {
    return new DemoQuestion(
        selector,
        row -> numbers(row, type, exact.length),
        IntStream.range(0, exact.length)
            .mapToObj(i -> Expectation.Value.exactly("[" + i + "]", exact[i]))
            .toList());
  }

  /** The first numbers of a list, with null for those that it does not have. */
  static List<Number> numbers(Row row, Class<? extends Number> type, int wanted) {
    List<? extends Number> found = row.getList(0, type);
    List<Number> numbers = new ArrayList<>(Collections.nCopies(wanted, null));
    for (int i = 0; found != null && i < Math.min(wanted, found.size()); i++) {
      numbers.set(i, found.get(i));
    }
    return numbers;
  }
}
