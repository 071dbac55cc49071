/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import com.google.common.collect.MapMaker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.Dispatcher;
import org.cassandrastats.server.admin.Features;
import org.cassandrastats.server.setting.Settings;

/** The aggregations that clients wait for on this node. */
public final class RunningAggregations implements RunningAggregationsControl {
  /** The property that says whether they can be seen and stopped. */
  public static final String PROPERTY = "cassandra.stats.running_aggregations";

  /** The property that says whether the literals of their statements can be seen too. */
  public static final String LITERALS_PROPERTY = "cassandra.stats.running_literals";

  /** The property that limits how long one may take, in milliseconds; without, reads decide. */
  public static final String TIMEOUT_PROPERTY = "cassandra.stats.aggregation_timeout";

  /** The property that says whether those are stopped whose clients have gone. */
  public static final String DISCONNECTED_PROPERTY = "cassandra.stats.stop_disconnected";

  /** Decades, in nanoseconds. */
  private static final long LONGEST = Long.MAX_VALUE / 4;

  /** By the thread that answers the request. */
  private final ConcurrentMap<Thread, RunningAggregation> running = new ConcurrentHashMap<>();

  private final AtomicLong lastId = new AtomicLong();

  /** By the identity of a statement, for as long as that is there. */
  private final ConcurrentMap<CQLStatement, String> texts = new MapMaker().weakKeys().makeMap();

  private final ConnectedClients clients = new ConnectedClients();
  private final LongAdder stoppedDisconnected = new LongAdder();
  private final boolean showsLiterals = Settings.isOn(LITERALS_PROPERTY, false);

  private volatile boolean enabled;
  private volatile boolean stopsDisconnected = Settings.isOn(DISCONNECTED_PROPERTY, true);
  private volatile long timeoutMillis = Settings.number(TIMEOUT_PROPERTY, 0, Long.MAX_VALUE);

  /** None yet. */
  public RunningAggregations(boolean enabled) {
    this.enabled = enabled;
  }

  /** Shows what of it is active. */
  public void addTo(Features features) {
    features.add(PROPERTY, this::isEnabled, () -> stateOf(enabled));
    features.add(LITERALS_PROPERTY, () -> showsLiterals, () -> ifSeen(showsLiterals));
    features.add(DISCONNECTED_PROPERTY, this::isStopsDisconnected, () -> ifSeen(stopsDisconnected));
    features.add(
        TIMEOUT_PROPERTY,
        this::getTimeoutMillis,
        () -> timeoutNanos() > 0 ? Features.ACTIVE : "not set: the timeouts of reads decide");
  }

  private String ifSeen(boolean on) {
    return on && !enabled ? "needs " + PROPERTY : stateOf(on);
  }

  private static String stateOf(boolean on) {
    return on ? Features.ACTIVE : "turned off";
  }

  /** Remembers how a statement was written, with its bind markers and not their values. */
  public void note(CQLStatement statement, String text) {
    texts.putIfAbsent(statement, text);
  }

  /** How a statement was written; null where nobody has noted it. */
  public String text(CQLStatement statement) {
    return texts.get(statement);
  }

  /** Adds the request that this thread begins to answer; it {@link #end ends} it too. */
  public void begin(SelectStatement statement, String text, ClientState client) {
    RunningAggregation aggregation =
        new RunningAggregation(
            lastId.incrementAndGet(),
            client.getUser() == null ? null : client.getUser().getName(),
            client.getRemoteAddress(),
            statement.keyspace() + "." + statement.table(),
            text,
            showsLiterals);
    running.put(Thread.currentThread(), aggregation);
  }

  /** Removes the request that this thread has answered. */
  public void end() {
    running.remove(Thread.currentThread());
  }

  /** That of the request that this thread answers; null where there is none. */
  RunningAggregation current() {
    return running.get(Thread.currentThread());
  }

  /** Takes the bytes of each page that is read directly for the request of this thread. */
  public LongConsumer bytesOfCurrent() {
    RunningAggregation current = current();
    return current == null ? bytes -> {} : current::addBytes;
  }

  /** Notes that a page of the request of this thread was read by a cursor. */
  public void countCursorPage() {
    RunningAggregation current = current();
    if (current != null) {
      current.countCursorPage();
    }
  }

  /** Throws where the request of this thread has been stopped; does nothing where it cannot be. */
  public Runnable checkOfCurrent() {
    RunningAggregation current = current();
    return current == null ? () -> {} : () -> check(current);
  }

  /**
   * The moment at which a request has to be answered.
   *
   * @param readNanos that a read may take
   */
  public long deadline(Dispatcher.RequestTime request, long readNanos) {
    long timeout = timeoutNanos();
    return timeout == 0
        ? request.computeDeadline(readNanos)
        : new PageTime(request, timeout).clientDeadline();
  }

  Collection<RunningAggregation> all() {
    return running.values();
  }

  /**
   * Notes that an aggregation is about to read a page, if anybody still waits for its answer.
   *
   * @param rowsSoFar of the pages before
   * @throws org.apache.cassandra.exceptions.InvalidRequestException if it is stopped instead
   */
  void nextPage(RunningAggregation aggregation, long rowsSoFar) {
    check(aggregation);
    aggregation.nextPage(rowsSoFar);
  }

  private void check(RunningAggregation aggregation) {
    if (stopsDisconnected && clients.haveLost(aggregation.client(), aggregation.startedNanos())) {
      stoppedDisconnected.increment();
      aggregation.stop();
    }
    aggregation.check();
  }

  /** Whether pages are looked at: to be seen and stopped, or for the time that they have. */
  public boolean watchesPages() {
    return enabled || timeoutNanos() > 0;
  }

  /** Nanoseconds that a request may take; 0 where its reads decide, as in Cassandra. */
  long timeoutNanos() {
    // The deadline is a sum with the time of the clock, which has to be a number.
    return Math.min(TimeUnit.MILLISECONDS.toNanos(Math.max(0, timeoutMillis)), LONGEST);
  }

  @Override
  public boolean stop(long id) {
    for (RunningAggregation each : all()) {
      if (each.id() == id) {
        each.stop();
        return true;
      }
    }
    return false;
  }

  @Override
  public int getRunningCount() {
    return running.size();
  }

  @Override
  public long getOldestSeconds() {
    long now = System.nanoTime();
    long oldest = 0;
    for (RunningAggregation each : all()) {
      oldest = Math.max(oldest, now - each.startedNanos());
    }
    return TimeUnit.NANOSECONDS.toSeconds(oldest);
  }

  @Override
  public long getBegun() {
    return lastId.get();
  }

  @Override
  public List<String> getRunning() {
    List<String> lines = new ArrayList<>();
    for (RunningAggregation each : all()) {
      RunningAggregation.Progress progress = each.progress();
      lines.add(
          String.format(
              "%d: %s from %s since %s, %d rows in %d pages, %d by cursors: %s",
              each.id(),
              each.table(),
              each.client(),
              each.started(),
              progress.rows,
              progress.pages,
              progress.cursorPages,
              each.statement()));
    }
    return lines;
  }

  @Override
  public boolean isEnabled() {
    return enabled;
  }

  @Override
  public void setEnabled(boolean newEnabled) {
    enabled = newEnabled;
  }

  @Override
  public boolean isStopsDisconnected() {
    return stopsDisconnected;
  }

  @Override
  public void setStopsDisconnected(boolean newStopsDisconnected) {
    stopsDisconnected = newStopsDisconnected;
  }

  @Override
  public long getStoppedDisconnected() {
    return stoppedDisconnected.sum();
  }

  @Override
  public long getTimeoutMillis() {
    return timeoutMillis;
  }

  @Override
  public void setTimeoutMillis(long millis) {
    timeoutMillis = millis;
  }
}
