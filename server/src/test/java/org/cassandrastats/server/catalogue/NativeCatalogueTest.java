/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.cassandra.db.marshal.AbstractType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NativeCatalogueTest {
  private NativeCatalogue catalogue;

  @BeforeEach
  void read() throws Exception {
    catalogue = NativeCatalogue.read("stats");
  }

  @Test
  void should_find_functions_of_all_modules() {
    assertThat(signatures()).contains("moments_mean(blob)", "moments_union(blob, blob)");
    assertThat(signatures()).contains("jar_version()", "stats_version()");
  }

  @Test
  void should_have_every_signature_once() {
    List<String> signatures = signatures();

    assertThat(new HashSet<>(signatures)).hasSameSizeAs(signatures);
  }

  @Test
  void should_accept_every_numeric_type_as_a_value() {
    assertThat(aggregates())
        .contains(
            "mean(tinyint)",
            "mean(smallint)",
            "mean(int)",
            "mean(bigint)",
            "mean(varint)",
            "mean(counter)",
            "mean(float)",
            "mean(double)",
            "mean(decimal)");
    assertThat(aggregates())
        .contains(
            "first(tinyint)", "last(varint)", "first_last(decimal)", "max_by(decimal, varint)")
        .contains("max_by(counter, float)", "max_by(int, timestamp)");
  }

  @Test
  void should_finish_an_extension_like_the_type_that_it_is_read_as() {
    AggregateOverload aggregate =
        catalogue.aggregates().stream()
            .filter(candidate -> signature(candidate).equals("last(smallint)"))
            .findFirst()
            .orElseThrow();

    assertThat(aggregate.finish().name()).isEqualTo("extremes_last_int");
    assertThat(aggregate.accumulate().isExtension()).isTrue();
  }

  @Test
  void should_tell_what_the_annotation_names_from_what_is_added() {
    Set<String> named =
        catalogue.aggregates().stream()
            .filter(aggregate -> !aggregate.accumulate().isExtension())
            .map(NativeCatalogueTest::signature)
            .filter(signature -> signature.startsWith("mean("))
            .collect(Collectors.toSet());

    assertThat(named).containsExactlyInAnyOrder("mean(varint)", "mean(float)", "mean(double)");
  }

  private List<String> signatures() {
    return catalogue.functions().stream()
        .map(function -> function.name() + cql(function.types()))
        .collect(Collectors.toList());
  }

  private List<String> aggregates() {
    return catalogue.aggregates().stream()
        .map(NativeCatalogueTest::signature)
        .collect(Collectors.toList());
  }

  private static String signature(AggregateOverload aggregate) {
    List<AbstractType<?>> types = aggregate.accumulate().types();
    return aggregate.name() + cql(types.subList(1, types.size()));
  }

  private static String cql(List<AbstractType<?>> types) {
    return types.stream()
        .map(type -> type.asCQL3Type().toString())
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
