/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cassandrastats.catalogue.Statement;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.live.CommittedScripts;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Installing an altered pack over an older one: afterwards every aggregate runs the new bodies,
 * without a restart.
 */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpgradeIT {
  private static final Pattern FUNCTION =
      Pattern.compile(
          "CREATE OR REPLACE FUNCTION (?:\\w+\\.)?(\\w+) \\(.*?AS \\$\\$\n", Pattern.DOTALL);

  private final Scratch db;

  UpgradeIT(Scratch db) {
    this.db = db;
  }

  @BeforeAll
  void fill() {
    new TestRows(db).fill(1);
  }

  @Test
  @Tag("extended")
  void should_run_the_new_bodies_after_the_script_but_not_after_the_functions_alone() {
    Cqlsh cqlsh = Cqlsh.of(db.node().node());
    Set<String> stateFunctions =
        Selector.all().stream()
            .map(selector -> selector.aggregate().state().name())
            .collect(Collectors.toSet());
    Set<String> finalFunctions =
        Selector.all().stream()
            .filter(selector -> selector.aggregate().finish() != null)
            .map(selector -> selector.aggregate().finish().name())
            .collect(Collectors.toSet());
    String script = ScriptEdits.inKeyspace(CommittedScripts.joined("install.cql"), db.keyspace());
    List<Statement> statements = CatalogueFile.read().installStatements(db.keyspace());
    InstalledPack.run(db.session(), statements);

    for (Statement statement : statements) {
      if (statement.object().startsWith("FUNCTION ")) {
        db.session().execute(altered(statement.cql(), stateFunctions));
      }
    }
    for (Selector selector : Selector.all()) {
      call(selector);
    }

    CommittedScripts.run(
        cqlsh, CommittedScripts.altered("states.cql", altered(script, stateFunctions)));
    for (Selector selector : Selector.all()) {
      assertAltered(selector, selector.aggregate().state().name());
    }

    CommittedScripts.run(
        cqlsh, CommittedScripts.altered("finals.cql", altered(script, finalFunctions)));
    List<Selector> finished =
        Selector.all().stream().filter(selector -> selector.aggregate().finish() != null).toList();
    assertThat(finished).isNotEmpty();
    for (Selector selector : finished) {
      assertAltered(selector, selector.aggregate().finish().name());
    }
  }

  private void assertAltered(Selector selector, String function) {
    assertThatThrownBy(() -> call(selector))
        .as("%s after %s was altered", selector, function)
        .isInstanceOf(FunctionFailureException.class)
        .hasMessageContaining("altered " + function);
  }

  private void call(Selector selector) {
    String own = selector.cql().replaceFirst("stats\\.", db.keyspace() + ".");
    db.rows("SELECT " + own + " FROM %s.rows WHERE p = 'ONE_ROW'");
  }

  /** The functions of these names complain as soon as they are called. */
  private static String altered(String text, Set<String> names) {
    return FUNCTION
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    names.contains(match.group(1))
                        ? match.group()
                            + "  if (true) {\n    throw new IllegalArgumentException(\"altered "
                            + match.group(1)
                            + "\");\n  }\n"
                        : match.group()));
  }
}
