/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Clients that ask questions all the time, through one session, as prepared and as simple
 * statements in turn. The driver chooses the node. Every failure and every wrong answer is kept.
 */
final class Load implements AutoCloseable {
  private static final int CLIENTS = 3;

  /** Between the requests of a client: the changes of the schema need the processors too. */
  private static final long PAUSE_NANOS = 10_000_000;

  private static final int GROUPS_EVERY = 20;

  private final CqlSession session;
  private final long seed;
  private final List<Question> questions = new ArrayList<>();
  private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();
  private final Map<Node, AtomicLong> answers = new ConcurrentHashMap<>();
  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
  private volatile boolean ending;

  private Load(CqlSession session, long seed) {
    this.session = session;
    this.seed = seed;
    IntStream.range(0, SampleRows.PARTITIONS)
        .mapToObj(SampleRows::questionsOf)
        .forEach(questions::addAll);
  }

  /**
   * Starts the clients.
   *
   * @param seed of what they ask; part of every complaint
   */
  static Load start(CqlSession session, long seed) {
    Load load = new Load(session, seed);
    IntStream.range(0, CLIENTS)
        .forEach(client -> load.clients.execute(() -> load.run(new Random(seed + client))));
    return load;
  }

  /** Failures and wrong answers. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Right answers by the node that gave them. */
  Map<Node, Long> answers() {
    Map<Node, Long> counts = new ConcurrentHashMap<>();
    answers.forEach((node, count) -> counts.put(node, count.get()));
    return counts;
  }

  private void run(Random random) {
    for (int turn = 0; !ending; turn++) {
      Question question =
          turn % GROUPS_EVERY == 0
              ? SampleRows.questionOfGroups()
              : questions.get(random.nextInt(questions.size()));
      ask(question, random.nextBoolean());
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void ask(Question question, boolean simple) {
    try {
      ResultSet answer =
          simple
              ? question.askSimple(session)
              : question.askPrepared(
                  session, prepared.computeIfAbsent(question.cql(), session::prepare));
      String difference = question.difference(answer);
      if (difference.isEmpty()) {
        answers
            .computeIfAbsent(answer.getExecutionInfo().getCoordinator(), node -> new AtomicLong())
            .incrementAndGet();
      } else {
        complain(simple, difference);
      }
    } catch (RuntimeException failed) {
      complain(simple, question.cql() + " failed: " + failed);
    }
  }

  private void complain(boolean simple, String what) {
    complaints.add(
        "%s (seed %d), %s: %s"
            .formatted(
                Instant.now(), seed, simple ? "simple statement" : "prepared statement", what));
  }

  /** Ends the clients; every question that was begun is answered or counted as failed. */
  void end() {
    ending = true;
    clients.shutdown();
    try {
      if (!clients.awaitTermination(2, TimeUnit.MINUTES)) {
        complaints.add("a client did not end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @Override
  public void close() {
    end();
  }
}
