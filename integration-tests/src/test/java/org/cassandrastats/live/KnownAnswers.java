/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Example;
import org.cassandrastats.catalogue.file.CatalogueFile;

/** The examples of all functions and aggregates, called on a live node. */
public final class KnownAnswers {
  private KnownAnswers() {}

  /** Asserts every known answer, and that there is at least one for each name. */
  public static void assertRight(CqlSession session, String keyspace) {
    Catalogue catalogue = CatalogueFile.read();
    assertThat(catalogue.functions())
        .allSatisfy(function -> assertThat(function.examples()).as(function.name()).isNotEmpty());
    SoftAssertions all = new SoftAssertions();
    Stream.concat(
            catalogue.functions().stream().flatMap(function -> function.examples().stream()),
            catalogue.aggregates().stream().flatMap(aggregate -> aggregate.examples().stream()))
        .distinct()
        .forEach(
            example ->
                all.assertThat(answer(session, example, keyspace))
                    .as(example.call())
                    .isEqualTo(example.result()));
    all.assertAll();
  }

  private static String answer(CqlSession session, Example example, String keyspace) {
    try {
      Row row =
          session.execute("SELECT " + example.qualified(keyspace) + " " + Example.KNOWN_ROWS).one();
      TypeCodec<Object> codec =
          row.codecRegistry().codecFor(row.getColumnDefinitions().get(0).getType());
      return codec.format(row.get(0, codec));
    } catch (RuntimeException failed) {
      return failed.toString();
    }
  }
}
