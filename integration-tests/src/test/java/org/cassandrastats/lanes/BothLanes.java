/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.Scratch;

/**
 * Asks one node the same in two lanes. In every query {@code @} stands for the keyspace of the
 * functions, dot included, and {@code %s} for that of the test's tables.
 */
final class BothLanes {
  static final String UDF = InstalledPack.KEYSPACE;
  static final String NATIVE = Lane.NATIVE_KEYSPACE_BESIDE_UDFS;

  /** Stands for an argument that a client leaves out. */
  static final ByteBuffer UNSET =
      ByteBuffer.wrap("unset".getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer();

  private static final int DEFAULT_PAGE = 5000;

  private final Scratch db;

  BothLanes(Scratch db) {
    this.db = db;
  }

  Scratch db() {
    return db;
  }

  /** Asserts that both lanes answer alike. */
  LaneAnswer assertSame(String query) {
    return assertSame(query, DEFAULT_PAGE);
  }

  /** Asserts that both lanes answer alike, page by page. */
  LaneAnswer assertSame(String query, int pageSize) {
    return assertSame(() -> query, answer(UDF, query, pageSize), answer(NATIVE, query, pageSize));
  }

  /** Asserts that the native lane answers as the other one did. */
  void assertSame(String query, LaneAnswer udf) {
    assertSame(() -> query, udf, answer(NATIVE, query));
  }

  /** Asserts that both lanes answer alike for raw arguments of a prepared statement. */
  LaneAnswer assertSamePrepared(String query, List<ByteBuffer> arguments) {
    return assertSame(
        () -> query + " with " + arguments.stream().map(LaneAnswer::hex).toList(),
        prepared(UDF, query, arguments),
        prepared(NATIVE, query, arguments));
  }

  /** Asserts that both lanes ask a client for the same bind variables. */
  void assertSameVariables(String query) {
    assertThat(variables(NATIVE, query)).as(query).isEqualTo(variables(UDF, query));
  }

  LaneAnswer answer(String keyspace, String query) {
    return answer(keyspace, query, DEFAULT_PAGE);
  }

  private static LaneAnswer assertSame(Supplier<String> what, LaneAnswer udf, LaneAnswer jar) {
    assertThat(jar).as(() -> "native, for " + what.get()).isEqualTo(udf);
    return udf;
  }

  private LaneAnswer answer(String keyspace, String query, int pageSize) {
    try {
      return LaneAnswer.of(
          db.session()
              .execute(SimpleStatement.newInstance(in(keyspace, query)).setPageSize(pageSize)),
          keyspace);
    } catch (CoordinatorException refused) {
      return LaneAnswer.of(refused, keyspace);
    }
  }

  LaneAnswer prepared(String keyspace, String query, List<ByteBuffer> arguments) {
    try {
      BoundStatement bound = db.session().prepare(in(keyspace, query)).bind();
      for (int index = 0; index < arguments.size(); index++) {
        ByteBuffer argument = arguments.get(index);
        if (!UNSET.equals(argument)) {
          bound = bound.setBytesUnsafe(index, argument == null ? null : argument.duplicate());
        }
      }
      return LaneAnswer.of(db.session().execute(bound), keyspace);
    } catch (CoordinatorException refused) {
      return LaneAnswer.of(refused, keyspace);
    }
  }

  private List<String> variables(String keyspace, String query) {
    try {
      PreparedStatement statement = db.session().prepare(in(keyspace, query));
      List<String> described = new ArrayList<>();
      for (ColumnDefinitions columns :
          List.of(statement.getVariableDefinitions(), statement.getResultSetDefinitions())) {
        for (ColumnDefinition column : columns) {
          described.add(column.getName() + " " + LaneAnswer.describe(column.getType()));
        }
      }
      return LaneAnswer.neutral(described, keyspace);
    } catch (CoordinatorException refused) {
      return List.of(LaneAnswer.of(refused, keyspace).error());
    }
  }

  private String in(String keyspace, String query) {
    return db.in(query.replace("@", keyspace + "."));
  }
}
