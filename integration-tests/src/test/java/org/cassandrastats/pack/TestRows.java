/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.cassandrastats.annotated.CqlValues;
import org.cassandrastats.live.Scratch;

/** A table with a partition of every {@link PartitionKind}, in three groups each. */
public final class TestRows {
  static final int GROUPS = 3;

  private static final int BATCH = 50;
  private static final int ONE_WITHOUT_TIME_IN = 11;

  /** The columns by the CQL type of the value or key that they hold. */
  private static final Map<String, String> VALUES =
      Map.of(
          "int",
          "vi",
          "bigint",
          "vb",
          "varint",
          "vv",
          "float",
          "vf",
          "double",
          "vd",
          "timestamp",
          "vt");

  private static final Map<String, String> KEYS =
      Map.of("int", "ki", "bigint", "kb", "double", "kd");

  /** Types that Cassandra takes for a varint. */
  private static final List<String> VARINTS = List.of("int", "varint", "bigint");

  /** Such types for a varint that is kept as a bigint: a wider one is refused. */
  private static final List<String> BIGINTS = List.of("bigint", "int", "timestamp");

  /** Columns that rise in the order in which Cassandra reads the rows. */
  private static final Map<String, String> RISING = Map.of("timestamp", "rt", "bigint", "rb");

  private final Scratch db;

  public TestRows(Scratch db) {
    this.db = db;
  }

  public void fill(long seed) {
    db.run(
        "CREATE TABLE %s.rows (p text, g int, at int, vi int, vb bigint, vf float, vd double,"
            + " vv varint, vt timestamp, ki int, kb bigint, kd double, rt timestamp, rb bigint,"
            + " PRIMARY KEY (p, g, at))");
    Map<String, String> columns = columns();
    PreparedStatement insert =
        db.session()
            .prepare(
                db.in("INSERT INTO %s.rows (p, g, at, ")
                    + String.join(", ", columns.keySet())
                    + ") VALUES (?, ?, ?"
                    + ", ?".repeat(columns.size())
                    + ")");
    Random random = new Random(seed);
    Values values = new Values(random, new StatePool(random));
    for (PartitionKind kind : PartitionKind.values()) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = 0; row < kind.rows; row++) {
        BoundStatement bound = insert.bind(kind.name(), row * GROUPS / kind.rows, row);
        int index = 3;
        for (String type : columns.values()) {
          Object value = kind.value(type, random, values);
          bound = bound.setBytesUnsafe(index, CqlValues.encode(value, type));
          index++;
        }
        batch.addStatement(bound);
        if (batch.getStatementsCount() == BATCH || row == kind.rows - 1) {
          db.session().execute(batch.build());
          batch.clearStatements();
        }
      }
    }
    fillRising();
  }

  /** Times in seconds, and no time for some rows. */
  private void fillRising() {
    PreparedStatement update =
        db.session()
            .prepare(db.in("UPDATE %s.rows SET rt = ?, rb = ? WHERE p = ? AND g = ? AND at = ?"));
    long second = 0;
    for (Row row : db.rows("SELECT p, g, at FROM %s.rows")) {
      second++;
      if (second % ONE_WITHOUT_TIME_IN != 0) {
        db.session()
            .execute(
                update.bind(
                    Instant.ofEpochSecond(second),
                    1000 * second,
                    row.getString(0),
                    row.getInt(1),
                    row.getInt(2)));
      }
    }
  }

  /** The rows of a partition in the order in which Cassandra reads them. */
  List<Row> of(PartitionKind kind) {
    return db.rows("SELECT * FROM %s.rows WHERE p = ?", kind.name());
  }

  /** A query of this table that answers one row, or one for each group. */
  SimpleStatement select(String selectors, PartitionKind kind, boolean grouped, int pageSize) {
    return SimpleStatement.newInstance(
            db.in("SELECT " + selectors + " FROM %s.rows WHERE p = ?")
                + (grouped ? " GROUP BY p, g" : ""),
            kind.name())
        .setPageSize(pageSize);
  }

  /**
   * The column that an argument of an aggregate is taken from; null where it is no row's value.
   *
   * @param isInteger whether it is kept as an integer
   * @param variant 0 to 2: which column, where columns of several types fit
   */
  static String column(int position, String name, String type, boolean isInteger, int variant) {
    String read = type;
    if (type.equals("varint")) {
      read = (isInteger ? BIGINTS : VARINTS).get(variant);
    }
    if (name.equals("key") || name.equals("x")) {
      return KEYS.getOrDefault(read, VALUES.get(read));
    }
    return position == 0 || name.equals("value") ? VALUES.get(read) : null;
  }

  /** The column of an argument in whose order rows come. */
  static String rising(int variant) {
    return RISING.get(variant == 0 ? "timestamp" : "bigint");
  }

  private static Map<String, String> columns() {
    Map<String, String> columns = new LinkedHashMap<>();
    VALUES.forEach((type, column) -> columns.put(column, type));
    KEYS.forEach((type, column) -> columns.put(column, type));
    return columns;
  }
}
