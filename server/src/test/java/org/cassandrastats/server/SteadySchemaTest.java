/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.junit.jupiter.api.Test;

class SteadySchemaTest {
  private final AtomicReference<Object> schema = new AtomicReference<>(new Object());
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void should_look_again_if_the_schema_has_changed_meanwhile() {
    String found =
        SteadySchema.during(
            schema::get,
            () -> {
              if (attempts.incrementAndGet() <= 2) {
                schema.set(new Object());
                throw new InvalidRequestException("Unknown function 'stats.mean'");
              }
              return "mean";
            });
    assertThat(found).isEqualTo("mean");
    assertThat(attempts).hasValue(3);
  }

  @Test
  void should_refuse_at_once_what_a_schema_at_rest_does_not_have() {
    assertThatThrownBy(() -> SteadySchema.during(schema::get, this::refuse))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("Unknown function 'stats.mean'");
    assertThat(attempts).hasValue(1);
  }

  @Test
  void should_give_up_in_a_schema_that_never_rests() {
    assertThatThrownBy(
            () ->
                SteadySchema.during(
                    schema::get,
                    () -> {
                      schema.set(new Object());
                      return refuse();
                    }))
        .isInstanceOf(InvalidRequestException.class);
    assertThat(attempts).hasValue(10);
  }

  private String refuse() {
    attempts.incrementAndGet();
    throw new InvalidRequestException("Unknown function 'stats.mean'");
  }
}
