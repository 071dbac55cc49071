/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.cli.schema.Signature;
import org.cassandrastats.cli.schema.SmallPack;
import org.junit.jupiter.api.Test;

final class UninstallPlannerTest {
  private final Catalogue catalogue = SmallPack.catalogue();
  private final LiveSchema live = SmallPack.installed(catalogue);

  @Test
  void should_drop_aggregates_then_functions_then_types() {
    SchemaPlan plan = UninstallPlanner.plan(Families.all(catalogue), live, false);

    assertThat(plan.problems()).isEmpty();
    assertThat(cql(plan))
        .containsExactly(
            "DROP AGGREGATE IF EXISTS stats.mean(double)",
            "DROP AGGREGATE IF EXISTS stats.states(double)",
            "DROP FUNCTION IF EXISTS stats.accumulate(blob, double)",
            "DROP FUNCTION IF EXISTS stats.finish(blob)",
            "DROP FUNCTION IF EXISTS stats.summarize(blob)",
            "DROP FUNCTION IF EXISTS stats.ranks(list<double>)",
            "DROP TYPE IF EXISTS stats.summary");
  }

  @Test
  void should_do_nothing_where_nothing_is() {
    assertThat(UninstallPlanner.plan(Families.all(catalogue), SmallPack.none(), true).steps())
        .isEmpty();
  }

  @Test
  void should_drop_the_keyspace_last_if_it_holds_nothing_else() {
    assertThat(cql(UninstallPlanner.plan(Families.all(catalogue), live, true)))
        .last()
        .isEqualTo("DROP KEYSPACE IF EXISTS stats");
  }

  @Test
  void should_refuse_to_drop_a_keyspace_that_holds_a_table() {
    live.tables().put("readings", List.of("int", "double"));

    SchemaPlan plan = UninstallPlanner.plan(Families.all(catalogue), live, true);

    assertThat(plan.problems()).singleElement().asString().contains("table readings");
    assertThat(UninstallPlanner.plan(Families.all(catalogue), live, false).problems()).isEmpty();
  }

  @Test
  void should_name_an_aggregate_that_uses_a_function() {
    SmallPack.put(
        live,
        new LiveSchema.LiveAggregate(
            new Signature("theirs", List.of("double")), "accumulate", "blob", null, "0x", "blob"));

    assertThat(UninstallPlanner.plan(Families.all(catalogue), live, false).problems())
        .singleElement()
        .asString()
        .contains("theirs(double)", "DROP AGGREGATE stats.theirs(double);");
  }

  @Test
  void should_name_a_table_a_type_and_a_function_that_use_the_type() {
    live.tables().put("reports", List.of("int", "map<int, frozen<summary>>"));
    live.tables().put("summary_of_text", List.of("text"));
    live.types()
        .put(
            "pair",
            new LiveSchema.LiveType("pair", List.of(new Parameter("left", "frozen<summary>"))));
    SmallPack.put(
        live,
        SmallPack.withBody(
            SmallPack.live(SmallPack.function("theirs", List.of("summary"), "int", "")),
            "return 1;"));

    assertThat(UninstallPlanner.plan(Families.all(catalogue), live, false).problems())
        .satisfiesExactly(
            table -> assertThat(table).contains("Table reports"),
            type -> assertThat(type).contains("Type pair"),
            function -> assertThat(function).contains("DROP FUNCTION stats.theirs(summary);"));
  }

  @Test
  void should_name_a_column_that_a_function_masks() {
    live.masks().put("finish", List.of("shop.customers.name"));

    assertThat(UninstallPlanner.plan(Families.all(catalogue), live, false).problems())
        .singleElement()
        .asString()
        .contains("shop.customers.name", "finish(blob)");
  }

  @Test
  void should_leave_a_foreign_function_of_the_same_signature() {
    LiveSchema.LiveFunction ranks =
        live.functions().get(new Signature("ranks", List.of("list<double>")));
    SmallPack.put(live, SmallPack.withBody(ranks, "return null;"));

    SchemaPlan plan = UninstallPlanner.plan(Families.all(catalogue), live, false);

    assertThat(cql(plan)).noneMatch(statement -> statement.contains("ranks"));
    assertThat(plan.warnings()).singleElement().asString().contains("ranks");
  }

  @Test
  void should_drop_functions_of_another_version() {
    LiveSchema.LiveFunction old =
        SmallPack.withBody(
            SmallPack.live(SmallPack.function("old", List.of("blob"), "blob", "")),
            "// cassandra-stats 0.0.1, Small.old\nreturn p0;");
    SmallPack.put(live, old);

    assertThat(cql(UninstallPlanner.plan(Families.all(catalogue), live, false)))
        .contains("DROP FUNCTION IF EXISTS stats.old(blob)");
  }

  @Test
  void should_drop_the_chosen_families_only_and_the_keyspace_only_if_they_are_all_it_holds() {
    Catalogue two = SmallPack.twoFamilies();
    Families large = new Families(two, List.of("large"));
    LiveSchema both = SmallPack.installed(two);
    SmallPack.put(
        both,
        SmallPack.live(SmallPack.function("large", "old", List.of("blob"), "blob", "return p0;")));

    SchemaPlan plan = UninstallPlanner.plan(large, both, false);
    SchemaPlan refused = UninstallPlanner.plan(large, both, true);
    both.functions().keySet().removeAll(live.functions().keySet());
    both.aggregates().keySet().removeAll(live.aggregates().keySet());
    both.types().clear();
    SchemaPlan alone = UninstallPlanner.plan(large, both, true);

    assertThat(plan.problems()).isEmpty();
    assertThat(plan.warnings()).isEmpty();
    assertThat(cql(plan))
        .containsExactly(
            "DROP AGGREGATE IF EXISTS stats.heap(double)",
            "DROP FUNCTION IF EXISTS stats.gather(blob, double)",
            "DROP FUNCTION IF EXISTS stats.old(blob)");
    assertThat(refused.problems())
        .singleElement()
        .asString()
        .contains("it holds more: type summary, family small. Leave out --drop-keyspace");
    assertThat(alone.problems()).isEmpty();
    assertThat(cql(alone)).last().isEqualTo("DROP KEYSPACE IF EXISTS stats");
  }

  private static List<String> cql(SchemaPlan plan) {
    return plan.steps().stream().map(SchemaPlan.Step::cql).toList();
  }
}
