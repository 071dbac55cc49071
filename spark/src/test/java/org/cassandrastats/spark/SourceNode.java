/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A node with the server jar that wants a login, for all tests of this JVM, and what Spark reads of
 * it.
 */
public final class SourceNode implements ParameterResolver {
  /** How many partitions the table of readings has. */
  public static final int SENSORS = 8;

  /** How many rows each of them has. */
  public static final int ROWS = 2500;

  /** The time of the first row of each partition. */
  public static final Instant FROM = Instant.parse("2026-03-01T00:00:00Z");

  private static final long SEED = 51;
  private static final int AT_ONCE = 256;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Running.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .computeIfAbsent(Running.class, key -> new Running(), Running.class);
  }

  /** The node. */
  public static final class Running implements AutoCloseable {
    private final Node node;
    private final CqlSession session;

    Running() {
      node =
          Node.start(
              NodeSettings.builder()
                  .serverJar(true)
                  .udfsEnabled(false)
                  .authentication(true)
                  .yaml("num_tokens", 16)
                  // Answers are asked for here, not times.
                  .yaml("read_request_timeout", "60000ms")
                  .yaml("range_request_timeout", "60000ms")
                  .yaml("write_request_timeout", "60000ms")
                  .yaml("native_transport_timeout", "120000ms")
                  .jvmArgument("-Dcassandra.auth_bcrypt_gensalt_log2_rounds=4")
                  .build());
      session = node.sessionBuilder().build();
      session.execute(
          "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false");
      createReadings(session, "shop.readings");
    }

    /** A session of the superuser, by the driver of the tests. */
    public CqlSession session() {
      return session;
    }

    /** The rows of a statement, however long they take. */
    public List<Row> rows(String cql) {
      return session
          .execute(SimpleStatement.newInstance(cql).setTimeout(Duration.ofMinutes(2)))
          .all();
    }

    /** The options by which Spark reaches it. */
    public Map<String, String> options() {
      return Map.of(
          "hosts", node.address().getHostString() + ":" + node.address().getPort(),
          "local-datacenter", "datacenter1",
          "username", "cassandra",
          "password", "cassandra");
    }

    /** Names its tables {@code cassandra.shop.readings} and so on. */
    public void addCatalog(SparkSession spark) {
      options()
          .forEach((name, value) -> spark.conf().set("spark.sql.catalog.cassandra." + name, value));
      spark.conf().set("spark.sql.catalog.cassandra", CassandraCatalog.class.getName());
    }

    /** A table of the keyspace shop. */
    public Dataset<org.apache.spark.sql.Row> table(
        SparkSession spark, String name, Map<String, String> more) {
      return spark
          .read()
          .format("cassandra-stats")
          .options(options())
          .option("keyspace", "shop")
          .option("table", name)
          .options(more)
          .load();
    }

    @Override
    public void close() {
      session.close();
      node.close();
    }
  }

  /** Creates a table of readings: with nulls in each column, and NaN in w. */
  public static void createReadings(CqlSession session, String table) {
    createReadings(session, table, ROWS);
  }

  /** The same with another number of rows in each partition. */
  public static void createReadings(CqlSession session, String table, int rows) {
    session.execute(
        "CREATE TABLE "
            + table
            + " (sensor int, at timestamp, v double, w double, n int, f float, b bigint, note text, PRIMARY KEY (sensor, at))");
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO "
                + table
                + " (sensor, at, v, w, n, f, b, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    Random random = new Random(SEED);
    List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
    for (int sensor = 0; sensor < SENSORS; sensor++) {
      for (int i = 0; i < rows; i++) {
        double value = 100 * random.nextDouble();
        sent.add(
            session.executeAsync(
                insert.bind(
                    sensor,
                    FROM.plus(Duration.ofMinutes(i)),
                    i % 97 == 0 ? null : value,
                    i % 89 == 0 ? null : i % 83 == 0 ? Double.NaN : -value,
                    i % 79 == 0 ? null : random.nextInt(1000) - 500,
                    i % 73 == 0 ? null : (float) value / 8,
                    i % 71 == 0 ? null : random.nextLong() >> 12,
                    i % 67 == 0 ? null : "note " + random.nextInt(50))));
        if (sent.size() == AT_ONCE) {
          sent.forEach(stage -> stage.toCompletableFuture().join());
          sent.clear();
        }
      }
    }
    sent.forEach(stage -> stage.toCompletableFuture().join());
  }
}
