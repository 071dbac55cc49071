/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.cli.schema.LiveSchema.LiveAggregate;
import org.cassandrastats.cli.schema.LiveSchema.LiveFunction;
import org.cassandrastats.cli.schema.Signature;
import org.cassandrastats.cli.schema.SmallPack;
import org.junit.jupiter.api.Test;

final class InstallPlannerTest {
  private static final String REPLICATION = "{'class': 'SimpleStrategy', 'replication_factor': 1}";

  private final Catalogue catalogue = SmallPack.catalogue();
  private final LiveSchema live = SmallPack.installed(catalogue);
  private final InstallChoices choices = new InstallChoices();

  @Test
  void should_create_everything_in_order_where_nothing_is() {
    SchemaPlan plan =
        InstallPlanner.plan(Families.all(catalogue), SmallPack.none(), choices, REPLICATION);

    assertThat(plan.problems()).isEmpty();
    assertThat(steps(plan))
        .containsExactly(
            "create KEYSPACE stats",
            "create TYPE summary",
            "create FUNCTION accumulate(blob, double)",
            "create FUNCTION finish(blob)",
            "create FUNCTION summarize(blob)",
            "create FUNCTION ranks(list<double>)",
            "create AGGREGATE mean(double)",
            "create AGGREGATE states(double)");
    assertThat(plan.steps().get(0).cql())
        .isEqualTo("CREATE KEYSPACE IF NOT EXISTS stats WITH replication = " + REPLICATION);
    assertThat(plan.summary())
        .containsExactly(
            "create 1 keyspace", "create 1 type", "create 4 functions", "create 2 aggregates");
  }

  @Test
  void should_quote_a_keyspace_with_capital_letters_in_every_statement() {
    LiveSchema capital =
        new LiveSchema(
            "MyStats",
            false,
            java.util.Map.of(),
            java.util.Map.of(),
            java.util.Map.of(),
            java.util.Map.of(),
            java.util.Map.of());

    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), capital, choices, REPLICATION);

    assertThat(plan.steps())
        .hasSize(8)
        .allSatisfy(step -> assertThat(step.cql()).contains("\"MyStats\""));
  }

  @Test
  void should_only_refresh_aggregates_where_all_is_installed() {
    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(steps(plan))
        .containsExactly("refresh AGGREGATE mean(double)", "refresh AGGREGATE states(double)");
    assertThat(plan.changesSchema()).isFalse();
    assertThat(plan.unchanged()).isEqualTo(5);
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void should_replace_an_altered_body_and_refresh_aggregates_after_it() {
    alterBody("accumulate", "// cassandra-stats 0.0.1, Small.accumulate\nreturn null;");

    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(plan.problems()).isEmpty();
    assertThat(steps(plan))
        .containsExactly(
            "replace FUNCTION accumulate(blob, double)",
            "refresh AGGREGATE mean(double)",
            "refresh AGGREGATE states(double)");
    assertThat(plan.changesSchema()).isTrue();
  }

  @Test
  void should_create_what_an_interrupted_run_left_out() {
    live.aggregates().clear();
    live.functions().remove(new Signature("ranks", List.of("list<double>")));

    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(steps(plan))
        .containsExactly(
            "create FUNCTION ranks(list<double>)",
            "create AGGREGATE mean(double)",
            "create AGGREGATE states(double)");
  }

  @Test
  void should_refuse_to_replace_a_foreign_function_unless_told_to() {
    alterBody("finish", "return 2.0;");

    SchemaPlan refused = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);
    choices.replaceForeign = true;
    SchemaPlan allowed = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(refused.problems())
        .singleElement()
        .asString()
        .contains("finish(blob)", "not of this pack", "--replace-foreign");
    assertThat(allowed.problems()).isEmpty();
    assertThat(steps(allowed)).contains("replace FUNCTION finish(blob)");
  }

  @Test
  void should_refuse_a_downgrade_unless_told_to() {
    alterBody("finish", "// cassandra-stats 0.10.0, Small.finish\nreturn 2.0;");

    SchemaPlan refused = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);
    choices.allowDowngrade = true;
    SchemaPlan allowed = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(refused.problems())
        .singleElement()
        .asString()
        .contains("version 0.10.0", "older version 0.0.2", "--allow-downgrade");
    assertThat(allowed.problems()).isEmpty();
    assertThat(allowed.warnings()).singleElement().asString().contains("0.10.0");
  }

  @Test
  void should_drop_a_function_whose_result_type_changes_after_its_aggregates() {
    LiveFunction finish = live.functions().get(new Signature("finish", List.of("blob")));
    SmallPack.put(live, SmallPack.returning(finish, "float"));

    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(plan.problems()).isEmpty();
    assertThat(steps(plan))
        .containsExactly(
            "drop AGGREGATE mean(double)",
            "drop FUNCTION finish(blob)",
            "create FUNCTION finish(blob)",
            "create AGGREGATE mean(double)",
            "refresh AGGREGATE states(double)");
    assertThat(plan.warnings()).singleElement().asString().contains("finish(blob)", "EXECUTE");
  }

  @Test
  void should_refuse_to_drop_a_function_that_another_aggregate_uses() {
    LiveFunction finish = live.functions().get(new Signature("finish", List.of("blob")));
    SmallPack.put(live, SmallPack.returning(finish, "float"));
    SmallPack.put(
        live,
        new LiveAggregate(
            new Signature("theirs", List.of("double")),
            "accumulate",
            "blob",
            "finish",
            "0x",
            "float"));

    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(plan.problems())
        .singleElement()
        .asString()
        .contains("theirs(double)", "DROP AGGREGATE stats.theirs(double);");
  }

  @Test
  void should_add_new_fields_to_a_type_and_refuse_other_ones() {
    live.types()
        .put(
            "summary",
            new LiveSchema.LiveType("summary", List.of(new Parameter("count", "bigint"))));
    SchemaPlan appended = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);
    live.types()
        .put("summary", new LiveSchema.LiveType("summary", List.of(new Parameter("name", "text"))));
    SchemaPlan foreign = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(appended.steps().get(0).cql()).isEqualTo("ALTER TYPE stats.summary ADD mean double");
    assertThat(foreign.problems()).singleElement().asString().contains("summary", "other fields");
  }

  @Test
  void should_report_what_another_version_had_and_drop_it_if_told_to() {
    SmallPack.put(
        live,
        SmallPack.withBody(
            SmallPack.live(SmallPack.function("old", List.of("blob"), "blob", "")),
            "// cassandra-stats 0.0.1, Small.old\nreturn state;"));

    SchemaPlan kept = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);
    choices.prune = true;
    SchemaPlan pruned = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(kept.warnings())
        .singleElement()
        .asString()
        .contains("old(blob)", "0.0.1", "--prune");
    assertThat(steps(kept)).noneMatch(step -> step.startsWith("drop"));
    assertThat(steps(pruned)).last().isEqualTo("drop FUNCTION old(blob)");
  }

  @Test
  void should_drop_a_function_that_only_replaced_aggregates_used() {
    SmallPack.put(
        live, SmallPack.live(SmallPack.function("old", List.of("blob", "double"), "blob", "")));
    LiveAggregate states = live.aggregates().get(new Signature("states", List.of("double")));
    SmallPack.put(live, new LiveAggregate(states.signature(), "old", "blob", null, "0x", "blob"));
    choices.prune = true;

    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(plan.warnings()).isEmpty();
    assertThat(steps(plan))
        .endsWith("replace AGGREGATE states(double)", "drop FUNCTION old(blob, double)");
  }

  @Test
  void should_drop_an_aggregate_that_accumulates_with_a_function_of_another_version() {
    SmallPack.put(
        live, SmallPack.live(SmallPack.function("old", List.of("blob", "double"), "blob", "")));
    SmallPack.put(live, SmallPack.live(SmallPack.function("old_end", List.of("blob"), "blob", "")));
    Signature gone = new Signature("gone", List.of("double"));
    SmallPack.put(live, new LiveAggregate(gone, "old", "blob", "old_end", "0x", "blob"));
    Signature theirs = new Signature("theirs", List.of("double"));
    SmallPack.put(live, new LiveAggregate(theirs, "accumulate", "blob", null, "0x", "blob"));

    SchemaPlan kept = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);
    choices.prune = true;
    SchemaPlan pruned = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(steps(kept)).noneMatch(step -> step.startsWith("drop"));
    assertThat(pruned.warnings()).isEmpty();
    assertThat(steps(pruned).stream().filter(step -> step.startsWith("drop")))
        .containsExactly(
            "drop AGGREGATE gone(double)",
            "drop FUNCTION old(blob, double)",
            "drop FUNCTION old_end(blob)");
  }

  @Test
  void should_leave_foreign_functions_of_other_names_alone() {
    SmallPack.put(
        live,
        SmallPack.withBody(
            SmallPack.live(SmallPack.function("theirs", List.of("blob"), "blob", "")),
            "return state;"));

    choices.prune = true;
    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(plan.changesSchema()).isFalse();
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void should_replace_an_aggregate_of_another_definition() {
    LiveAggregate states = live.aggregates().get(new Signature("states", List.of("double")));
    SmallPack.put(
        live,
        new LiveAggregate(states.signature(), "accumulate", "blob", "summarize", "0x", "summary"));

    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(steps(plan))
        .containsExactly(
            "refresh AGGREGATE mean(double)",
            "drop AGGREGATE states(double)",
            "replace AGGREGATE states(double)");
  }

  @Test
  void should_refuse_a_function_where_an_aggregate_has_to_be() {
    SmallPack.put(
        live, SmallPack.live(SmallPack.function("mean", List.of("double"), "double", "")));

    SchemaPlan plan = InstallPlanner.plan(Families.all(catalogue), live, choices, REPLICATION);

    assertThat(plan.problems()).singleElement().asString().contains("function mean(double)");
  }

  @Test
  void should_install_chosen_families_beside_others() {
    Catalogue two = SmallPack.twoFamilies();

    SchemaPlan large = InstallPlanner.plan(new Families(two, List.of("large")), live, choices, "");
    SchemaPlan small = InstallPlanner.plan(new Families(two, List.of("small")), live, choices, "");

    assertThat(steps(large))
        .containsExactly("create FUNCTION gather(blob, double)", "create AGGREGATE heap(double)");
    assertThat(steps(small))
        .containsExactly("refresh AGGREGATE mean(double)", "refresh AGGREGATE states(double)");
    assertThat(large.unchanged()).isZero();
  }

  @Test
  void should_prune_only_what_was_of_the_chosen_families() {
    Catalogue two = SmallPack.twoFamilies();
    for (String family : List.of("small", "large", "gone")) {
      SmallPack.put(
          live,
          SmallPack.live(SmallPack.function(family, "old_" + family, List.of("blob"), "int", "")));
    }
    SmallPack.put(
        live,
        SmallPack.withBody(
            SmallPack.live(SmallPack.function("older", List.of("blob"), "int", "")),
            "// cassandra-stats 0.0.1, of no family\nreturn 1;"));
    choices.prune = true;

    SchemaPlan large = InstallPlanner.plan(new Families(two, List.of("large")), live, choices, "");
    SchemaPlan all = InstallPlanner.plan(Families.all(two), live, choices, "");

    assertThat(steps(large))
        .containsExactly(
            "create FUNCTION gather(blob, double)",
            "create AGGREGATE heap(double)",
            "drop FUNCTION old_large(blob)");
    assertThat(steps(all))
        .endsWith(
            "drop FUNCTION old_small(blob)",
            "drop FUNCTION old_large(blob)",
            "drop FUNCTION old_gone(blob)",
            "drop FUNCTION older(blob)");
  }

  private void alterBody(String name, String body) {
    LiveFunction function =
        live.functions().values().stream()
            .filter(candidate -> candidate.signature().name().equals(name))
            .findFirst()
            .orElseThrow();
    SmallPack.put(live, SmallPack.withBody(function, body));
  }

  private static List<String> steps(SchemaPlan plan) {
    return plan.steps().stream().map(SchemaPlan.Step::toString).toList();
  }
}
