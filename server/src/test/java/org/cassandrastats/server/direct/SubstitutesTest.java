/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubstitutesTest {
  private static final String STATEMENT = "statement";

  private final List<Throwable> errors = new ArrayList<>();
  private int looks;
  private RuntimeException error;

  private final Substitutes<String> substitutes = new Substitutes<>(this::find, errors::add);

  private String find(String statement) {
    looks++;
    if (error != null) {
      throw error;
    }
    return "instead of " + statement;
  }

  @Test
  void should_look_at_a_prepared_statement_once() {
    assertThat(substitutes.ofPrepared(STATEMENT)).isEqualTo("instead of statement");
    assertThat(substitutes.ofPrepared(STATEMENT)).isEqualTo("instead of statement");
    assertThat(looks).isOne();
  }

  @Test
  void should_look_once_at_a_prepared_statement_that_is_executed_itself() {
    List<String> seen = new ArrayList<>();
    Substitutes<String> none =
        new Substitutes<>(
            statement -> {
              seen.add(statement);
              return statement;
            },
            errors::add);
    assertThat(none.ofPrepared(STATEMENT)).isSameAs(STATEMENT);
    assertThat(none.ofPrepared(STATEMENT)).isSameAs(STATEMENT);
    assertThat(seen).hasSize(1);
  }

  @Test
  void should_look_again_at_a_prepared_statement_after_an_error() {
    error = new IllegalStateException("injected");
    assertThat(substitutes.ofPrepared(STATEMENT)).isSameAs(STATEMENT);
    assertThat(errors).containsExactly(error);

    error = null;
    assertThat(substitutes.ofPrepared(STATEMENT)).isEqualTo("instead of statement");
    assertThat(errors).hasSize(1);
  }

  @Test
  void should_execute_a_statement_itself_after_an_error() {
    error = new IllegalStateException("injected");
    assertThat(substitutes.ofOnce(STATEMENT)).isSameAs(STATEMENT);
    assertThat(errors).containsExactly(error);
  }
}
