/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Bad input gets a clear error, never a number, and the node goes on serving. */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag(Lane.THREADS_TAG)
class BadInputIT {
  private static final long SEED = 20261122;
  private static final StatePool STATES = new StatePool(new Random(SEED));

  /** A way to spoil a state, and a pattern of what the error then has to say. */
  enum Damage {
    TRUNCATED("expected") {
      @Override
      byte[] of(byte[] state) {
        return Arrays.copyOf(state, state.length - 1);
      }
    },
    CUT_INSIDE_THE_PREAMBLE("found 5 ") {
      @Override
      byte[] of(byte[] state) {
        return Arrays.copyOf(state, 5);
      }
    },
    TOO_LONG("expected") {
      @Override
      byte[] of(byte[] state) {
        return Arrays.copyOf(state, state.length + 1);
      }
    },
    FOREIGN_FAMILY("0x10[234]fa|type 250|family 250") {
      @Override
      byte[] of(byte[] state) {
        return withByte(state, 2, 250);
      }
    },
    FUTURE_VERSION("0x109|version 9") {
      @Override
      byte[] of(byte[] state) {
        return withByte(state, 1, 9);
      }
    },
    /** A count of -1, a number that is NaN, or two lengths far beyond the blob. */
    ALL_ONES_BEHIND_THE_PREAMBLE("expected") {
      @Override
      byte[] of(byte[] state) {
        byte[] changed = state.clone();
        Arrays.fill(changed, 8, 16, (byte) 0xff);
        return changed;
      }
    };

    final String message;

    Damage(String message) {
      this.message = message;
    }

    abstract byte[] of(byte[] state);

    private static byte[] withByte(byte[] state, int offset, int value) {
      byte[] changed = state.clone();
      changed[offset] = (byte) value;
      return changed;
    }
  }

  private final InstalledPack pack;

  BadInputIT(InstalledPack pack) {
    this.pack = pack;
  }

  @BeforeAll
  void fill() {
    pack.db()
        .run(
            "CREATE TABLE %s.rows (p text, at int, value double, PRIMARY KEY (p, at))",
            "INSERT INTO %s.rows (p, at, value) VALUES ('good', 1, 1.0)",
            "INSERT INTO %s.rows (p, at, value) VALUES ('good', 2, 3.0)",
            "INSERT INTO %s.rows (p, at, value) VALUES ('hostile', 1, 1.0)",
            "INSERT INTO %s.rows (p, at, value) VALUES ('hostile', 2, NaN)",
            "INSERT INTO %s.rows (p, at, value) VALUES ('hostile', 3, Infinity)",
            "INSERT INTO %s.rows (p, at, value) VALUES ('hostile', 4, -Infinity)",
            "INSERT INTO %s.rows (p, at) VALUES ('hostile', 5)",
            "INSERT INTO %s.rows (p, at) VALUES ('null', 1)",
            "INSERT INTO %s.rows (p, at) VALUES ('null', 2)",
            "CREATE TABLE %s.states (p int PRIMARY KEY, state blob)");
  }

  @AfterEach
  void should_still_answer_right() {
    assertThat(pack.db().value("SELECT stats.mean(value) FROM %s.rows WHERE p = 'good'"))
        .isEqualTo(2.0);
  }

  @ParameterizedTest
  @EnumSource
  void should_refuse_a_spoilt_state_at_every_function(Damage damage) {
    for (AnnotatedFunction function : functionsOfStates()) {
      ByteBuffer bad = ByteBuffer.wrap(damage.of(stateFor(function)));
      for (int position = 0; position < function.types().size(); position++) {
        if (!function.isState(position)) {
          continue;
        }
        String query = "SELECT " + call(function, position) + " FROM system.local";
        if (function.name().endsWith("_is_valid")) {
          assertThat(pack.db().value(query, bad)).as(function.signature()).isEqualTo(false);
        } else if (function.takesRows()) {
          assertThatThrownBy(() -> pack.db().value(query, bad))
              .as("%s of a state that is %s", function, damage)
              .isInstanceOf(FunctionFailureException.class)
              .hasMessageContaining("expected the empty blob 0x")
              .hasMessageContaining("_union");
        } else {
          assertThatThrownBy(
                  () -> pack.db().value(query, bad), "%s of a state that is %s", function, damage)
              .isInstanceOf(FunctionFailureException.class)
              .hasMessageContaining("not a")
              .hasMessageContaining("expected")
              .hasMessageMatching("(?s).*(" + damage.message + ").*");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_refuse_a_spoilt_state_at_every_merge(Damage damage) {
    for (AnnotatedAggregate merge : Annotated.aggregates()) {
      if (merge.types().size() > 1 || !merge.state().isState(1)) {
        continue;
      }
      ByteBuffer bad = ByteBuffer.wrap(damage.of(stateFor(merge.state())));
      pack.db().rows("INSERT INTO %s.states (p, state) VALUES (1, ?)", bad);
      assertThatThrownBy(
              () -> pack.db().value("SELECT stats." + merge.name() + "(state) FROM %s.states"))
          .as("%s of a state that is %s", merge, damage)
          .isInstanceOf(FunctionFailureException.class)
          .hasMessageContaining("not a")
          .hasMessageContaining("expected")
          .hasMessageMatching("(?s).*(" + damage.message + ").*");
    }
  }

  @Test
  void should_answer_null_for_the_empty_blob_and_for_null() {
    for (AnnotatedFunction function : functionsOfStates()) {
      // What gives a state, and what takes a second one, has an answer of its own.
      if (function.returns().equals("blob") || function.name().endsWith("_is_valid")) {
        continue;
      }
      String query = "SELECT " + call(function, 0) + " FROM system.local";
      assertThat(pack.db().row(query, ByteBuffer.allocate(0)).isNull(0))
          .as("%s", function)
          .isTrue();
      assertThat(pack.db().row(query, new Object[] {null}).isNull(0)).as("%s", function).isTrue();
    }
  }

  @Test
  void should_answer_null_without_any_value() {
    for (String partition : List.of("null", "none")) {
      Row row =
          pack.db()
              .row(
                  "SELECT stats.mean(value), stats.variance(value), stats.summary(value),"
                      + " stats.last(value), stats.max_n(value, 3), stats.max_by(value, value),"
                      + " stats.moments_count(stats.moments(value)), avg(value)"
                      + " FROM %s.rows WHERE p = ?",
                  partition);
      for (int column = 0; column < 7; column++) {
        assertThat(row.isNull(column)).as("column %d of %s", column, partition).isTrue();
      }
      assertThat(row.getDouble(7)).as("the built-in average").isZero();
    }
  }

  @Test
  void should_skip_and_count_what_is_not_finite() {
    Row row =
        pack.db()
            .row(
                "SELECT stats.summary(value), stats.extremes_values_double(stats.first_last(value)), stats.max_n(value, 5)"
                    + " FROM %s.rows WHERE p = 'hostile'");

    UdtValue summary = row.getUdtValue(0);
    assertThat(summary.getLong("count")).isEqualTo(1);
    assertThat(summary.getLong("skipped")).isEqualTo(3);
    assertThat(summary.getDouble("mean")).isEqualTo(1.0);
    assertThat(summary.isNull("stddev")).isTrue();
    assertThat(row.getList(1, Double.class)).containsExactly(1.0, 1.0);
    assertThat(row.getList(2, Double.class)).containsExactly(1.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stats.max_n(value, 0) | 1 to 1000",
        "stats.max_n(value, -1) | 1 to 1000",
        "stats.min_n(value, 1001) | 1 to 1000",
        "stats.width_bucket(value, 1.0, 1.0, 5) | two different finite bounds",
        "stats.width_bucket(value, NaN, 1.0, 5) | two different finite bounds",
        "stats.width_bucket(value, 0.0, Infinity, 5) | two different finite bounds",
        "stats.width_bucket(value, 0.0, 1.0, 0) | 1 to 2147483646 bins",
        "stats.sparkline([1, -1]) | expected"
      })
  void should_say_what_range_a_parameter_has(String call, String message) {
    assertThatThrownBy(() -> pack.db().rows("SELECT " + call + " FROM %s.rows WHERE p = 'good'"))
        .isInstanceOf(FunctionFailureException.class)
        .hasMessageContaining("expected")
        .hasMessageContaining(message);
  }

  private static List<AnnotatedFunction> functionsOfStates() {
    return Annotated.functions().stream()
        .filter(function -> function.types().contains("blob"))
        .toList();
  }

  /** A call with a marker for one blob, the empty blob for others, accepted values for the rest. */
  private static String call(AnnotatedFunction function, int marker) {
    return IntStream.range(0, function.types().size())
        .mapToObj(
            index -> {
              String type = function.types().get(index);
              if (index == marker) {
                return "(blob) ?";
              }
              return type.equals("blob")
                  ? "0x"
                  : Literals.of(type, function.parameterNames().get(index));
            })
        .collect(Collectors.joining(", ", "stats." + function.name() + "(", ")"));
  }

  /** A state that the function accepts, or of its family where it goes on with its own only. */
  private static byte[] stateFor(AnnotatedFunction function) {
    return function.takesRows() ? STATES.of(function.family()).get(0) : STATES.acceptedBy(function);
  }
}
