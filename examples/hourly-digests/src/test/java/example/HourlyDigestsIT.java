package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.rollup.RunListener;
import org.cassandrastats.rollup.RunReport;
import org.cassandrastats.testcontainers.StatsCassandra;
import org.cassandrastats.testcontainers.StatsCassandraExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class HourlyDigestsIT {
  @RegisterExtension
  static final StatsCassandraExtension CASSANDRA =
      new StatsCassandraExtension(new StatsCassandra().withInit("schema.cql"));

  @Test
  void should_keep_a_digest_of_each_hour(CqlSession session) throws Exception {
    Instant hour = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(3));
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.response (service, at, id, millis) VALUES (?, ?, ?, ?)");
    for (int millis = 1; millis <= 200; millis++) {
      Instant at = hour.plusSeconds(millis * 30L);
      session.execute(insert.bind("login", at, UUID.randomUUID(), (double) millis));
    }
    CountDownLatch written = new CountDownLatch(1);
    RunListener listener =
        new RunListener() {
          @Override
          public void ended(RunReport report) {
            assertEquals(200, report.rows());
            written.countDown();
          }
        };

    try (HourlyDigests digests = new HourlyDigests(session, listener)) {
      assertTrue(written.await(1, TimeUnit.MINUTES));
      session.execute("TRUNCATE shop.response");

      assertEquals(2, session.execute("SELECT * FROM " + HourlyDigests.TABLE).all().size());
      Instant end = hour.plus(Duration.ofHours(2));
      assertEquals(198, digests.quantile("login", 0.99, hour, end).orElseThrow(), 1);
      assertTrue(digests.quantile("logout", 0.99, hour, end).isEmpty());
    }
  }
}
