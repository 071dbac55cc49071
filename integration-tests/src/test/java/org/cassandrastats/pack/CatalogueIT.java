/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.protocol.internal.util.Bytes;
import java.util.List;
import java.util.Locale;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.JavaTypes;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the scripts installed is what the annotations promise: no more, no less. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CatalogueIT {
  private final InstalledPack pack;

  CatalogueIT(InstalledPack pack) {
    this.pack = pack;
  }

  @Test
  void should_install_exactly_the_annotated_functions() {
    List<String> promised = Annotated.functions().stream().map(CatalogueIT::describe).toList();

    assertThat(rows("functions").stream().map(CatalogueIT::describeFunction))
        .containsExactlyInAnyOrderElementsOf(promised);
  }

  @Test
  void should_install_exactly_the_annotated_aggregates() {
    List<String> promised = Annotated.aggregates().stream().map(CatalogueIT::describe).toList();

    assertThat(rows("aggregates").stream().map(CatalogueIT::describeAggregate))
        .containsExactlyInAnyOrderElementsOf(promised);
  }

  @Test
  void should_install_exactly_the_types_that_functions_return() {
    List<String> promised =
        Annotated.functions().stream()
            .map(function -> function.method().getReturnType())
            .filter(type -> type.getName().startsWith("org.cassandrastats."))
            .distinct()
            .map(
                type ->
                    type.getSimpleName().toLowerCase(Locale.ROOT) + JavaTypes.publicFields(type))
            .toList();

    assertThat(
            rows("types").stream()
                .map(
                    row ->
                        row.getString("type_name")
                            + named(
                                row.getList("field_names", String.class),
                                row.getList("field_types", String.class))))
        .containsExactlyInAnyOrderElementsOf(promised);
  }

  private List<Row> rows(String table) {
    return pack.db()
        .rows(
            "SELECT * FROM system_schema." + table + " WHERE keyspace_name = ?",
            InstalledPack.KEYSPACE);
  }

  private static String describe(AnnotatedFunction function) {
    return function.name()
        + named(function.parameterNames(), function.types())
        + " "
        + function.calledOnNullInput()
        + " "
        + function.returns()
        + " java";
  }

  private static String describeFunction(Row row) {
    return row.getString("function_name")
        + named(
            row.getList("argument_names", String.class),
            row.getList("argument_types", String.class))
        + " "
        + row.getBoolean("called_on_null_input")
        + " "
        + row.getString("return_type")
        + " "
        + row.getString("language");
  }

  private static String describe(AnnotatedAggregate aggregate) {
    return aggregate.signature()
        + " "
        + aggregate.state().name()
        + " blob "
        + Bytes.toHexString(aggregate.initialState())
        + " "
        + (aggregate.finish() == null ? null : aggregate.finish().name())
        + " "
        + aggregate.returns();
  }

  private static String describeAggregate(Row row) {
    return row.getString("aggregate_name")
        + row.getList("argument_types", String.class).toString().replace('[', '(').replace(']', ')')
        + " "
        + row.getString("state_func")
        + " "
        + row.getString("state_type")
        + " "
        + row.getString("initcond")
        + " "
        + row.getString("final_func")
        + " "
        + row.getString("return_type");
  }

  private static String named(List<String> names, List<String> types) {
    StringBuilder text = new StringBuilder("(");
    for (int index = 0; index < names.size(); index++) {
      text.append(index == 0 ? "" : ", ").append(names.get(index)).append(' ');
      text.append(types.get(index));
    }
    return text.append(')').toString();
  }
}
