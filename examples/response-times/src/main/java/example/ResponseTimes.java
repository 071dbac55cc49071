package example;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalDouble;
import java.util.UUID;

/** Response times of services. The functions are called as any function of Cassandra is. */
final class ResponseTimes {
  private final CqlSession session;
  private final PreparedStatement insert;
  private final PreparedStatement digest;
  private final PreparedStatement keep;
  private final PreparedStatement quantile;

  ResponseTimes(CqlSession session) {
    this.session = session;
    insert =
        session.prepare(
            "INSERT INTO shop.response (service, hour, at, id, millis) VALUES (?, ?, ?, ?, ?)");
    digest =
        session.prepare(
            "SELECT stats.tdigest(millis) FROM shop.response WHERE service = ? AND hour = ?");
    keep =
        session.prepare(
            "INSERT INTO shop.response_hourly (service, hour, digest) VALUES (?, ?, ?)");
    quantile =
        session.prepare(
            "SELECT stats.tdigest_quantile(stats.tdigest_merge(digest), ?) FROM shop.response_hourly"
                + " WHERE service = ? AND hour >= ? AND hour < ?");
  }

  void add(String service, Instant at, double millis) {
    session.execute(insert.bind(service, hourOf(at), at, UUID.randomUUID(), millis));
  }

  /** Reads the responses of an hour and keeps their digest. Again and again, as often as you like. */
  void keep(String service, Instant hour) {
    ByteBuffer state = session.execute(digest.bind(service, hour)).one().getByteBuffer(0);
    if (state != null) {
      session.execute(keep.bind(service, hour, state));
    }
  }

  /** The time within which a share of the responses of some hours came; empty if there was none. */
  OptionalDouble quantile(String service, double share, Instant from, Instant to) {
    Row row = session.execute(quantile.bind(share, service, from, to)).one();
    return row.isNull(0) ? OptionalDouble.empty() : OptionalDouble.of(row.getDouble(0));
  }

  static Instant hourOf(Instant at) {
    return at.truncatedTo(ChronoUnit.HOURS);
  }
}
