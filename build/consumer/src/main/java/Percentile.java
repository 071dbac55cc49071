/* SPDX-License-Identifier: Apache-2.0 */
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.net.InetSocketAddress;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsQuery;

/** Writes the values 0 to 100 to a table of a local node, and asks for their p99. */
final class Percentile {
  public static void main(String[] arguments) {
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoint(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])))
            .withLocalDatacenter("datacenter1")
            .build()) {
      session.execute(
          "CREATE KEYSPACE IF NOT EXISTS consumer WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
      session.execute(
          "CREATE TABLE IF NOT EXISTS consumer.point (k int, at int, value double, PRIMARY KEY (k, at))");
      PreparedStatement insert =
          session.prepare("INSERT INTO consumer.point (k, at, value) VALUES (0, ?, ?)");
      for (int value = 0; value <= 100; value++) {
        session.execute(insert.bind(value, (double) value));
      }
      StatsQuery query =
          StatsQuery.of(
              "SELECT stats.tdigest_quantile(stats.tdigest(value), 0.99) AS p99"
                  + " FROM consumer.point WHERE k = 0");
      System.out.println("p99 = " + StatsClient.of(session).run(query).row().get("p99"));
    }
  }
}
