/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowsTest {
  static List<String> signatures() {
    return LaneBenchmarks.measured(CatalogueFile.read(), List.of());
  }

  @ParameterizedTest
  @MethodSource("signatures")
  void should_have_arguments_for_every_aggregate_that_is_measured(String signature) {
    assertThat(List.of(new Rows().of(signature)))
        .hasSize(Rows.SIZE)
        .allSatisfy(row -> assertThat(row).isNotEmpty().doesNotContainNull());
  }
}
