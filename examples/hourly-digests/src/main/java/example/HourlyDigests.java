package example;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.rollup.Follower;
import org.cassandrastats.rollup.Rollup;
import org.cassandrastats.rollup.RollupQuery;
import org.cassandrastats.rollup.Rollups;
import org.cassandrastats.rollup.RunListener;

/** Digests of response times for each hour, which are kept while the application runs. */
public final class HourlyDigests implements AutoCloseable {
  static final String TABLE = "shop.response_hourly";

  /** The digests outlive the responses, of which each is kept for a week. */
  private static final Rollup HOURLY =
      Rollup.builder()
          .from("shop.response")
          .time("at")
          .bucket("1h")
          .state("tdigest(millis)")
          .into(TABLE)
          .late(Duration.ofDays(1))
          .timeToLive(Duration.ofDays(365))
          .build();

  private static final Duration EVERY = Duration.ofMinutes(10);
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Rollups rollups;
  private final RunListener listener;
  private final Thread keeper = new Thread(this::keep, "hourly digests");
  private Follower follower;
  private boolean closed;

  /**
   * Begins to keep them.
   *
   * @param session that stays open until this is closed
   * @param listener hears of what is written
   */
  public HourlyDigests(CqlSession session, RunListener listener) {
    this.rollups = Rollups.of(session);
    this.listener = listener;
    keeper.start();
  }

  private void keep() {
    for (Follower next = next(); next != null; next = next()) {
      try {
        next.run(listener);
      } catch (StatsException failed) {
        // Of several applications each may keep the digests: what one has not done, another one does.
        if (failed.reason() != StatsException.Reason.UNAVAILABLE) {
          throw failed;
        }
        pause();
      }
    }
  }

  private synchronized Follower next() {
    follower = closed ? null : rollups.follower(HOURLY, EVERY);
    return follower;
  }

  private synchronized void pause() {
    try {
      if (!closed) {
        wait(PAUSE.toMillis());
      }
    } catch (InterruptedException interrupted) {
      closed = true;
    }
  }

  /** The time within which a share of the responses came: of digests, and of rows where there is none yet. */
  OptionalDouble quantile(String service, double share, Instant from, Instant to) {
    RollupQuery query =
        rollups.query(
            StatsQuery.of(
                "SELECT stats.tdigest_quantile(stats.tdigest(millis), ?) FROM shop.response"
                    + " WHERE service = ? AND at >= ? AND at < ?",
                share,
                service,
                from,
                to),
            StatsOptions.standard());
    Double quantile = (Double) query.run(progress -> {}).row().get(0);
    return quantile == null ? OptionalDouble.empty() : OptionalDouble.of(quantile);
  }

  /** Ends when the hour in work is written. */
  @Override
  public void close() throws InterruptedException {
    synchronized (this) {
      closed = true;
      notifyAll();
      if (follower != null) {
        follower.close();
      }
    }
    keeper.join();
  }
}
