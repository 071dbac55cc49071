/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.catalogue.Catalogue.UserType;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.udf.annotation.Identifier;
import org.junit.jupiter.api.Test;

/** What other parts read from the jar. */
final class CatalogueTest {
  private final Catalogue catalogue = CatalogueFile.read();

  @Test
  void should_hold_what_is_installed() {
    assertThat(catalogue.version()).isEqualTo(System.getProperty("project.version"));
    assertThat(catalogue.functions())
        .extracting(Function::signature)
        .contains("moments_mean(blob)", "moments_accumulate(blob, varint)", "stats_version()");
    assertThat(catalogue.aggregates())
        .extracting(Aggregate::signature)
        .contains("mean(varint)", "mean(float)", "mean(double)", "moments_merge(blob)");
    assertThat(catalogue.types()).extracting(UserType::name).containsExactly("summary");
  }

  @Test
  void should_install_types_then_functions_then_aggregates() {
    List<Statement> statements = catalogue.installStatements("My Stats");

    assertThat(statements)
        .hasSize(
            catalogue.types().size()
                + catalogue.functions().size()
                + catalogue.aggregates().size());
    assertThat(statements).extracting(Statement::object).doesNotHaveDuplicates();
    assertThat(statements.get(0).cql())
        .startsWith("CREATE TYPE IF NOT EXISTS \"My Stats\".summary (\n  count bigint,");
    assertThat(statements)
        .extracting(Statement::cql)
        .anyMatch(
            cql ->
                cql.startsWith(
                    """
                    CREATE OR REPLACE FUNCTION "My Stats".moments_summary (state blob)
                      CALLED ON NULL INPUT RETURNS "My Stats".summary LANGUAGE java AS $$
                    """))
        .contains(
            """
            CREATE OR REPLACE AGGREGATE "My Stats".mean (double)
              SFUNC moments_accumulate STYPE blob FINALFUNC moments_mean INITCOND 0x\
            """)
        .noneMatch(cql -> cql.endsWith(";"));
  }

  @Test
  void should_uninstall_in_the_opposite_order() {
    List<Statement> statements = catalogue.uninstallStatements("stats");

    assertThat(statements.get(0).cql()).startsWith("DROP AGGREGATE IF EXISTS stats.");
    assertThat(statements.get(statements.size() - 1))
        .isEqualTo(new Statement("TYPE summary", "DROP TYPE IF EXISTS stats.summary"));
    assertThat(statements)
        .contains(
            new Statement(
                "FUNCTION moments_accumulate(blob, double)",
                "DROP FUNCTION IF EXISTS stats.moments_accumulate (blob, double)"));
  }

  /** What a family's script and {@code install --family} rely on. */
  @Test
  void should_hold_families_that_need_no_other_one() {
    List<Statement> parts = new ArrayList<>();
    for (String family : catalogue.families()) {
      Catalogue alone = catalogue.of(List.of(family));
      List<String> functions = alone.functions().stream().map(Function::name).toList();
      assertThat(alone.aggregates())
          .allSatisfy(
              aggregate ->
                  assertThat(functions)
                      .contains(
                          aggregate.stateFunction(),
                          Optional.ofNullable(aggregate.finalFunction())
                              .orElse(aggregate.stateFunction())));
      for (UserType type : catalogue.types()) {
        if (!alone.types().contains(type)) {
          assertThat(alone.functions())
              .as("%s without %s", family, type.name())
              .noneMatch(function -> function.parameters().toString().contains(type.name()));
        }
      }
      parts.addAll(alone.installStatements("stats"));
    }

    assertThat(parts).containsExactlyInAnyOrderElementsOf(catalogue.installStatements("stats"));
  }

  @Test
  void should_qualify_user_defined_types_only() {
    List<String> userDefined = catalogue.types().stream().map(UserType::name).toList();

    assertThat(catalogue.functions())
        .flatExtracting(Function::parameters)
        .extracting(Parameter::type)
        .contains("varint")
        .allSatisfy(
            type ->
                assertThat(Parameter.qualified(type, "k."))
                    .isEqualTo(userDefined.contains(type) ? "k." + type : type));
  }

  @Test
  void should_quote_names_only_where_needed() {
    assertThat(Identifier.quoteIfNeeded("stats")).isEqualTo("stats");
    assertThat(Identifier.quoteIfNeeded("stats_2")).isEqualTo("stats_2");
    assertThat(Identifier.quoteIfNeeded("My Stats")).isEqualTo("\"My Stats\"");
    assertThat(Identifier.quoteIfNeeded("Stats")).isEqualTo("\"Stats\"");
    assertThat(Identifier.quoteIfNeeded("2stats")).isEqualTo("\"2stats\"");
    assertThat(Identifier.quoteIfNeeded("a\"b")).isEqualTo("\"a\"\"b\"");
    assertThat(Identifier.quoteIfNeeded("token")).isEqualTo("\"token\"");
  }

  @Test
  void should_qualify_every_call_of_an_example() {
    Example example =
        new Example("moments_text(moments_accumulate((blob) 0x, CAST(position AS double)))", "''");

    assertThat(example.qualified("My Stats"))
        .isEqualTo(
            "\"My Stats\".moments_text(\"My Stats\".moments_accumulate((blob) 0x, CAST(position AS"
                + " double)))");
    assertThat(new Example("f('it''s g(x)', g(1))", "1").qualified("s"))
        .isEqualTo("s.f('it''s g(x)', s.g(1))");
  }
}
