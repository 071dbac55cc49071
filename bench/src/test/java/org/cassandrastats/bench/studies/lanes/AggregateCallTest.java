/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import org.cassandrastats.catalogue.file.CatalogueFile;
import org.junit.jupiter.api.Test;

final class AggregateCallTest {
  @Test
  void should_call_every_function_in_the_keyspace_of_the_pack() {
    assertThat(AggregateCall.ofTheCatalogue(CatalogueFile.read()))
        .extracting(AggregateCall::selector)
        .anyMatch(selector -> selector.startsWith("stats.moments_merge(stats.moments_state("))
        .noneMatch(selector -> selector.matches(".*(?<![.a-z_])[a-z_]+\\(.*"));
  }
}
