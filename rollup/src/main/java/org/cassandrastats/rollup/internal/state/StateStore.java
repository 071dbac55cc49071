/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.internal.rows.Cells;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.Turn;

/**
 * The table of states. All columns of a bucket are written by one statement as of the turn of the
 * run, which replaces whatever runs have written that began before, so that a bucket is right
 * however often it is written, and in whichever order.
 */
public final class StateStore {
  /** What became of a bucket. */
  public enum Outcome {
    /** It was not there, or was not looked for. */
    NEW,
    /** It was there, and differs. */
    CHANGED,
    /** It was there as it is. */
    SAME,
    /** Its time to live is over. */
    EXPIRED,
    /** It was there with other rows, some of which may have expired. */
    KEPT,
    /** A run that began later has written it. */
    LATER,
    /** Something that is no run has written it as of a time that is still to come. */
    AHEAD
  }

  /** Nodes count the time to live in whole seconds, by their own clocks. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(2);

  private final StatementSender calls;
  private final RollupTarget target;
  private final Turn turn;
  private final PreparedStatement insert;
  private final PreparedStatement select;
  private final Duration ttl;
  private final Duration rowsLive;

  /**
   * A table.
   *
   * @param turn of the run, which was taken before rows are read
   * @param ttl how long a bucket is kept from its end on; null for no limit
   * @param compares whether buckets that are there as they should be are left
   * @param rowsLive how long rows live: a bucket that is there is left when the first of its rows
   *     may have expired; null for no limit, or where buckets are to be what their rows give now
   */
  public StateStore(
      StatementSender calls,
      RollupTarget target,
      Turn turn,
      Duration ttl,
      boolean compares,
      Duration rowsLive) {
    this.calls = calls;
    this.target = target;
    this.turn = turn;
    this.ttl = ttl;
    this.rowsLive = rowsLive;
    this.insert = calls.prepare(target.insertStatement(ttl != null));
    this.select = compares ? calls.prepare(target.selectStatement()) : null;
  }

  /**
   * Writes a bucket.
   *
   * @param key of the partition of its rows
   * @param start where it begins
   * @param end where it ends
   * @param states one for each column; a null replaces a state that was there
   */
  public Outcome write(
      List<ByteBuffer> key, long start, long end, long rows, List<ByteBuffer> states) {
    int seconds = secondsToLive(end);
    if (seconds <= 0) {
      return Outcome.EXPIRED;
    }

    List<ByteBuffer> values = new ArrayList<>(target.key(key, start));
    values.add(TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(start), ProtocolVersion.DEFAULT));
    List<Row> there =
        select == null ? List.<Row>of() : calls.rows(calls.bind(select, List.copyOf(values)));
    List<ByteBuffer> written = new ArrayList<>();
    written.add(TypeCodecs.BIGINT.encode(rows, ProtocolVersion.DEFAULT));
    written.addAll(states);
    boolean isSame = false;
    if (!there.isEmpty()) {
      List<ByteBuffer> stored = Cells.of(there.get(0));
      long writtenThen = there.get(0).getLong(written.size());
      isSame = stored.subList(0, written.size()).equals(written);
      if (isSame && turn.isLast(writtenThen)) {
        return Outcome.SAME;
      }
      if (turn.isBefore(writtenThen)) {
        return turn.isOfRun(writtenThen) ? Outcome.LATER : Outcome.AHEAD;
      }
      if (!isSame && rowsLive != null && mayHaveLostRows(start)) {
        return Outcome.KEPT;
      }
    }
    values.addAll(written);
    values.add(TypeCodecs.BIGINT.encode(turn.written(), ProtocolVersion.DEFAULT));
    if (ttl != null) {
      values.add(TypeCodecs.INT.encode(seconds, ProtocolVersion.DEFAULT));
    }
    calls.rows(calls.bind(insert, values));
    return there.isEmpty() ? Outcome.NEW : isSame ? Outcome.SAME : Outcome.CHANGED;
  }

  /** Asked when the rows were read: they expire while a run lasts. */
  private boolean mayHaveLostRows(long start) {
    return Instant.ofEpochMilli(start).plus(rowsLive).isBefore(Instant.now().plus(CLOCKS_DIFFER));
  }

  /** How long a bucket is to be kept from now on, whenever it is written. */
  private int secondsToLive(long end) {
    return ttl == null
        ? Integer.MAX_VALUE
        : (int) Duration.between(Instant.now(), Instant.ofEpochMilli(end).plus(ttl)).toSeconds();
  }
}
