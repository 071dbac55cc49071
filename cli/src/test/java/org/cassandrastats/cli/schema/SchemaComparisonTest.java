/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import org.junit.jupiter.api.Test;

final class SchemaComparisonTest {
  private final Catalogue catalogue = SmallPack.catalogue();
  private final LiveSchema live = SmallPack.installed(catalogue);
  private final LiveSchema.LiveFunction finish =
      live.functions().get(new Signature("finish", List.of("blob")));

  @Test
  void should_find_nothing_where_all_is_installed() {
    assertThat(SchemaComparison.compare(catalogue, live)).isEmpty();
  }

  @Test
  void should_find_everything_missing_where_nothing_is() {
    assertThat(SchemaComparison.compare(catalogue, SmallPack.none()))
        .hasSize(7)
        .allSatisfy(difference -> assertThat(difference.detail()).isEqualTo("missing"));
  }

  @Test
  void should_show_the_first_line_in_which_a_body_differs() {
    SmallPack.put(live, SmallPack.withBody(finish, finish.body().replace("1.0", "2.0")));

    assertThat(SchemaComparison.compare(catalogue, live))
        .singleElement()
        .asString()
        .contains("FUNCTION finish(blob)", "\"return 2.0;\", expected \"return 1.0;\"");
  }

  @Test
  void should_find_another_result_type_null_rule_language_and_parameter_name() {
    assertThat(differenceTo("float", true, "java", "p0")).contains("returns float");
    assertThat(differenceTo("double", false, "java", "p0")).contains("NULL ON NULL INPUT");
    assertThat(differenceTo("double", true, "javascript", "p0")).contains("javascript");
    assertThat(differenceTo("double", true, "java", "other")).contains("[other]", "[p0]");
  }

  @Test
  void should_find_another_state_function_final_function_and_initial_condition() {
    assertThat(aggregateDifference("other", "finish", "0x")).contains("state function other");
    assertThat(aggregateDifference("accumulate", "other", "0x")).contains("final function other");
    assertThat(aggregateDifference("accumulate", "finish", "0x00")).contains("starts from 0x00");
    assertThat(aggregateDifference("accumulate", "finish", null)).contains("starts from null");
  }

  private String differenceTo(
      String returns, boolean calledOnNullInput, String language, String parameter) {
    SmallPack.put(
        live,
        new LiveSchema.LiveFunction(
            finish.signature(),
            List.of(parameter),
            returns,
            calledOnNullInput,
            language,
            finish.body()));
    return onlyDifference();
  }

  private String aggregateDifference(String state, String end, String initialCondition) {
    SmallPack.put(
        live,
        new LiveSchema.LiveAggregate(
            new Signature("mean", List.of("double")),
            state,
            "blob",
            end,
            initialCondition,
            "double"));
    return onlyDifference();
  }

  private String onlyDifference() {
    List<SchemaComparison.Difference> found = SchemaComparison.compare(catalogue, live);
    assertThat(found).hasSize(1);
    return found.get(0).toString();
  }
}
