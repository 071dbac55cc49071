/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.interop.PythonDatasketches.Facts;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** A live node and Apache DataSketches in Python read each other's t-digests. */
@ExtendWith(LiveNodeExtension.class)
@Tag("python")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonTdigestIT {
  private static final int[] SIZES = {1, 2, 30, 3000};
  private static final int BATCH = 200;
  private static final int DEFAULT_K = 200;

  private final InstalledPack pack;

  PythonTdigestIT(InstalledPack pack) {
    this.pack = pack;
  }

  /** Partitions of several sizes with the values 1/2, 3/2, ... in a mixed order. */
  @BeforeAll
  void fill() {
    pack.db()
        .run(
            "CREATE TABLE %s.rows (size int, at int, value double, PRIMARY KEY (size, at))",
            "CREATE TABLE %s.states (source text, part int, state blob, PRIMARY KEY (source, part))");
    PreparedStatement insert =
        pack.db()
            .session()
            .prepare(pack.db().in("INSERT INTO %s.rows (size, at, value) VALUES (?, ?, ?)"));
    for (int size : SIZES) {
      for (int from = 0; from < size; from += BATCH) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        for (int at = from; at < Math.min(size, from + BATCH); at++) {
          batch.addStatement(insert.bind(size, at, at * 1013 % size + 0.5));
        }
        pack.db().session().execute(batch.build());
      }
    }
  }

  @Test
  void should_be_read_by_python() {
    List<ByteBuffer> images = new ArrayList<>();
    List<Facts> expected = new ArrayList<>();
    for (int size : SIZES) {
      images.add(blob("SELECT stats.tdigest(value) FROM %s.rows WHERE size = ?", size));
      expected.add(new Facts(DEFAULT_K, size, 0.5, size - 0.5));
      images.add(blob("SELECT stats.tdigest(value, 20) FROM %s.rows WHERE size = ?", size));
      expected.add(new Facts(20, size, 0.5, size - 0.5));
      store("cassandra", size, images.get(images.size() - 2));
    }
    images.add(blob("SELECT stats.tdigest_merge(state) FROM %s.states WHERE source = 'cassandra'"));
    expected.add(new Facts(DEFAULT_K, 3033, 0.5, 2999.5));

    assertThat(PythonDatasketches.read(images)).isEqualTo(expected);
  }

  @Test
  void should_merge_and_query_what_python_wrote() {
    int rows = 20_000;
    int parts = 8;
    List<ByteBuffer> images = PythonDatasketches.write(parts, rows, 200);
    for (int part = 0; part < images.size(); part++) {
      store("python", part, images.get(part));
    }

    // With the empty image, and the single value beyond the others.
    Row row =
        pack.db()
            .row(
                "SELECT stats.tdigest_merge(state) AS merged,"
                    + " stats.tdigest_count(stats.tdigest_merge(state)) AS count,"
                    + " stats.tdigest_min(stats.tdigest_merge(state)) AS min,"
                    + " stats.tdigest_max(stats.tdigest_merge(state)) AS max,"
                    + " stats.tdigest_quantiles(stats.tdigest_merge(state),"
                    + " [0.01, 0.25, 0.5, 0.75, 0.99]) AS quantiles,"
                    + " stats.tdigest_rank(stats.tdigest_merge(state), (double) 5000) AS rank"
                    + " FROM %s.states WHERE source = 'python'");

    assertThat(row.getLong("count")).isEqualTo(rows + 1);
    assertThat(row.getDouble("min")).isZero();
    assertThat(row.getDouble("max")).isEqualTo(rows);
    List<Double> quantiles = row.getList("quantiles", Double.class);
    double[] expected = {0.01, 0.25, 0.5, 0.75, 0.99};
    for (int index = 0; index < expected.length; index++) {
      assertThat(quantiles.get(index) / rows).isCloseTo(expected[index], within(0.005));
    }
    assertThat(row.getDouble("rank")).isCloseTo(0.25, within(0.005));
    assertThat(PythonDatasketches.read(List.of(row.getByteBuffer("merged"))))
        .containsExactly(new Facts(200, rows + 1, 0.0, (double) rows));
  }

  @Test
  void should_join_states_of_both() {
    ByteBuffer own = blob("SELECT stats.tdigest(value) FROM %s.rows WHERE size = 3000");
    ByteBuffer python = PythonDatasketches.write(1, 1000, DEFAULT_K).get(0);

    ByteBuffer joined =
        blob("SELECT stats.tdigest_union((blob) ?, (blob) ?) FROM system.local", own, python);

    assertThat(PythonDatasketches.read(List.of(joined)))
        .containsExactly(new Facts(DEFAULT_K, 4000, 0.0, 2999.5));
  }

  private ByteBuffer blob(String cql, Object... arguments) {
    return (ByteBuffer) pack.db().value(cql, arguments);
  }

  private void store(String source, int part, ByteBuffer state) {
    pack.db()
        .rows("INSERT INTO %s.states (source, part, state) VALUES (?, ?, ?)", source, part, state);
  }
}
