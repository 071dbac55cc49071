/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The turn of a run among those that write one table. A run takes it before it reads a row, and
 * writes all its buckets as of it: what it has read replaces what runs have read that began before,
 * whichever of them writes last. Turns are given by the cluster, each later than all before, so
 * that no clock of a client matters, and those of nodes may differ.
 */
public final class Turn {
  /** The turn that was given last. */
  private static final int LAST = 0;

  /** The last turn of which it is not known that its run is over. */
  private static final int OPEN = 1;

  private static final int MICROS = 1000;

  private final SharedTimes times;
  private final long at;
  private final Long openBefore;
  private final long written;

  private Turn(SharedTimes times, long at, Long openBefore) {
    this.times = times;
    this.at = at;
    this.openBefore = openBefore;
    // Data centres that do not ask each other may give the same turn: two runs must not be mixed
    // within a bucket then.
    this.written = at * MICROS + ThreadLocalRandom.current().nextInt(MICROS);
  }

  /**
   * Takes the next turn.
   *
   * @param kind the command, whose table of watermarks has to be there
   * @param table that is written
   */
  public static Turn take(StatementSender calls, Watermarks.Kind kind, TableMetadata table) {
    SharedTimes times =
        new SharedTimes(
            calls,
            Watermarks.table(kind, table.getKeyspace()),
            kind.toString(),
            TableName.of(table),
            id(Watermarks.id(table)));
    for (int attempt = 0; attempt < SharedTimes.ATTEMPTS; attempt++) {
      long now = calls.now();
      Map<Integer, Long> before = times.readLatest();
      Long last = before.get(LAST);
      long at = last == null ? now : Math.max(now, last + 1);
      if (times.replace(LAST, last, at, OPEN)) {
        return new Turn(times, at, before.get(OPEN));
      }
    }
    throw times.contended();
  }

  /** Apart from the watermarks, which know nothing of turns. */
  private static UUID id(UUID table) {
    return UUID.nameUUIDFromBytes(("turns of " + table).getBytes(StandardCharsets.UTF_8));
  }

  /** The write time of what this run writes, in microseconds. */
  public long written() {
    return written;
  }

  /**
   * Whether a run that began later wrote something.
   *
   * @param writtenThen its write time
   */
  public boolean isBefore(long writtenThen) {
    return millis(writtenThen) > at;
  }

  /**
   * Whether a run may have written something that is later than this one.
   *
   * @param writtenThen its write time
   */
  public boolean isOfRun(long writtenThen) {
    Long last = times.readLatest().get(LAST);
    return last != null && millis(writtenThen) <= last;
  }

  /**
   * Whether something that is right can be left as it is: no run that began after it was read, and
   * before this one, may still replace it.
   *
   * @param writtenThen its write time
   */
  public boolean isLast(long writtenThen) {
    return openBefore == null || millis(writtenThen) >= openBefore;
  }

  private static long millis(long micros) {
    return Math.floorDiv(micros, (long) MICROS);
  }

  /** Says that this run is over. A run that was killed does not: others write a little more. */
  public void end() {
    // Not if another one began since: it has seen this one, and will name it.
    var unused = times.replace(OPEN, at, openBefore);
  }
}
