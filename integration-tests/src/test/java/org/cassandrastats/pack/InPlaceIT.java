/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.CqlValues;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.live.NodeJmx;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** State functions change their own states in place, and nobody else's. */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InPlaceIT {
  private static final long SEED = 20261122;
  private static final int STATES_OF_A_FAMILY = 4;

  private final InstalledPack pack;
  private final List<Stored> stored = new ArrayList<>();

  private record Stored(int id, String family, String hex) {
    ByteBuffer state() {
      return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }
  }

  InPlaceIT(InstalledPack pack) {
    this.pack = pack;
  }

  @BeforeAll
  void store() {
    pack.db().run("CREATE TABLE %s.states (id int PRIMARY KEY, state blob, other blob)");
    Random random = new Random(SEED);
    StatePool pool = new StatePool(random);
    for (String family : pool.families()) {
      List<byte[]> states = new ArrayList<>(pool.of(family));
      Collections.shuffle(states, random);
      for (byte[] bytes : states.subList(0, Math.min(states.size(), STATES_OF_A_FAMILY))) {
        Stored state = new Stored(stored.size(), family, HexFormat.of().formatHex(bytes));
        stored.add(state);
        pack.db()
            .rows(
                "INSERT INTO %s.states (id, state, other) VALUES (?, ?, ?)",
                state.id(), state.state(), state.state());
      }
    }
  }

  /** The states of the function's family, and one that it refuses. */
  private List<Stored> statesFor(AnnotatedFunction function) {
    List<Stored> states = new ArrayList<>();
    boolean another = false;
    for (Stored state : stored) {
      if (state.family().equals(function.family())) {
        states.add(state);
      } else if (!another) {
        states.add(state);
        another = true;
      }
    }
    return states;
  }

  /** Every function that takes a state, over states of its family and one that it refuses. */
  @Test
  void should_leave_a_stored_state_alone_in_the_memtable_and_on_disk() {
    callEveryFunctionOnTheTable();
    assertStored();

    new NodeJmx(pack.db().node().node()).flush(pack.db().keyspace());
    callEveryFunctionOnTheTable();
    assertStored();
  }

  @Test
  void should_leave_the_literals_of_a_prepared_statement_alone() {
    for (AnnotatedFunction function : functionsOfStates()) {
      for (Stored state : statesFor(function)) {
        String literal = "(blob) 0x" + state.hex();
        PreparedStatement statement =
            pack.db().session().prepare("SELECT " + call(function, literal) + " FROM system.local");
        ByteBuffer first = answer(statement.bind());
        assertThat(answer(statement.bind())).as("%s of %s", function, literal).isEqualTo(first);
      }
    }
  }

  /** Such a column comes with one byte behind it, as a state of our own does. */
  @Test
  void should_refuse_to_work_in_a_column_of_a_composite_partition_key() {
    pack.db().run("CREATE TABLE %s.keys (a int, b blob, at int, PRIMARY KEY ((a, b), at))");
    // Composite keys of 89 bytes, the room of a moments state.
    byte[] key = new byte[89 - (2 + 4 + 1) - (2 + 1)];
    for (int at = 0; at < 3; at++) {
      pack.db().rows("INSERT INTO %s.keys (a, b, at) VALUES (1, ?, ?)", ByteBuffer.wrap(key), at);
    }

    assertThatThrownBy(
            () ->
                pack.db().rows("SELECT stats.moments_accumulate(b, (double) 1.5), b FROM %s.keys"))
        .isInstanceOf(FunctionFailureException.class)
        .hasMessageContaining("expected the empty blob 0x");
    assertThat(pack.db().rows("SELECT b FROM %s.keys"))
        .hasSize(3)
        .allSatisfy(row -> assertThat(row.getByteBuffer(0)).isEqualTo(ByteBuffer.wrap(key)));
  }

  private void callEveryFunctionOnTheTable() {
    for (AnnotatedFunction function : functionsOfStates()) {
      PreparedStatement statement =
          pack.db()
              .session()
              .prepare(
                  pack.db()
                      .in(
                          "SELECT state, "
                              + call(function, "state")
                              + ", state FROM %s.states WHERE id = ?"));
      for (Stored state : statesFor(function)) {
        try {
          Row row = pack.db().session().execute(statement.bind(state.id())).one();
          assertThat(row.getByteBuffer(0)).as("%s", function).isEqualTo(state.state());
          assertThat(row.getByteBuffer(2)).as("%s", function).isEqualTo(state.state());
        } catch (FunctionFailureException refused) {
          assertThat(refused).hasMessageContaining("IllegalArgumentException");
        }
      }
    }
  }

  private void assertStored() {
    for (Stored state : stored) {
      Row row = pack.db().row("SELECT state, other FROM %s.states WHERE id = ?", state.id());
      assertThat(row.getByteBuffer(0)).as("%s, seed %d", state, SEED).isEqualTo(state.state());
      assertThat(row.getByteBuffer(1)).as("%s, seed %d", state, SEED).isEqualTo(state.state());
    }
  }

  private ByteBuffer answer(BoundStatement statement) {
    try {
      return pack.db().session().execute(statement).one().getBytesUnsafe(0);
    } catch (FunctionFailureException refused) {
      return CqlValues.encode(refused.getMessage(), "text");
    }
  }

  private static List<AnnotatedFunction> functionsOfStates() {
    return Annotated.functions().stream()
        .filter(function -> function.types().contains("blob"))
        .toList();
  }

  /** A call with the expression for every blob, and accepted values for the rest. */
  private static String call(AnnotatedFunction function, String blob) {
    return IntStream.range(0, function.types().size())
        .mapToObj(
            index -> {
              String type = function.types().get(index);
              return type.equals("blob")
                  ? blob
                  : Literals.of(type, function.parameterNames().get(index));
            })
        .collect(Collectors.joining(", ", "stats." + function.name() + "(", ")"));
  }
}
