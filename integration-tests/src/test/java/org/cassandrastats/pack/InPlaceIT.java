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
  private static final int STATES = 30;

  private final InstalledPack pack;
  private final List<byte[]> stored = new ArrayList<>();

  InPlaceIT(InstalledPack pack) {
    this.pack = pack;
  }

  @BeforeAll
  void store() {
    pack.db().run("CREATE TABLE %s.states (id int PRIMARY KEY, state blob, other blob)");
    Random random = new Random(SEED);
    StatePool pool = new StatePool(random);
    for (int id = 0; id < STATES; id++) {
      byte[] state = pool.valid(random);
      stored.add(state);
      pack.db()
          .rows(
              "INSERT INTO %s.states (id, state, other) VALUES (?, ?, ?)",
              id, ByteBuffer.wrap(state), ByteBuffer.wrap(state));
    }
  }

  /** Every function that takes a state, over every state; states of other families are refused. */
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
      for (byte[] state : stored) {
        String literal = "(blob) 0x" + HexFormat.of().formatHex(state);
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
      for (int id = 0; id < STATES; id++) {
        try {
          Row row = pack.db().session().execute(statement.bind(id)).one();
          assertThat(row.getByteBuffer(0)).as("%s", function).isEqualTo(state(id));
          assertThat(row.getByteBuffer(2)).as("%s", function).isEqualTo(state(id));
        } catch (FunctionFailureException refused) {
          assertThat(refused).hasMessageContaining("IllegalArgumentException");
        }
      }
    }
  }

  private void assertStored() {
    for (int id = 0; id < STATES; id++) {
      Row row = pack.db().row("SELECT state, other FROM %s.states WHERE id = ?", id);
      assertThat(row.getByteBuffer(0)).as("state %d, seed %d", id, SEED).isEqualTo(state(id));
      assertThat(row.getByteBuffer(1)).as("state %d, seed %d", id, SEED).isEqualTo(state(id));
    }
  }

  private ByteBuffer state(int id) {
    return ByteBuffer.wrap(stored.get(id));
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
