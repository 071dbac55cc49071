/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.faults;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.MD5Digest;

/**
 * A coordinator that lets every third request to a keyspace run into the deadline, and answers as
 * Cassandra does then. It comes into a node as an agent, which needs no place on its class path.
 */
public final class EveryThirdTimesOut implements QueryHandler {
  private final QueryHandler next = QueryProcessor.instance;
  private final AtomicLong requests = new AtomicLong();

  /** There is nothing to change: the class only has to be found. */
  public static void premain(String arguments) {}

  @Override
  public ResultMessage processPrepared(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    if (statement instanceof SelectStatement
        && ((SelectStatement) statement).keyspace().equals("faulty")
        && requests.incrementAndGet() % 3 == 0) {
      try {
        TimeUnit.MILLISECONDS.sleep(Long.getLong("faults.deadline_millis"));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      throw new ReadTimeoutException(ConsistencyLevel.LOCAL_ONE, 0, 1, false);
    }
    return next.processPrepared(statement, state, options, customPayload, requestTime);
  }

  @Override
  public CQLStatement parse(String query, QueryState state, QueryOptions options) {
    return next.parse(query, state, options);
  }

  @Override
  public ResultMessage process(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    return next.process(statement, state, options, customPayload, requestTime);
  }

  @Override
  public ResultMessage.Prepared prepare(
      String query, ClientState clientState, Map<String, ByteBuffer> customPayload) {
    return next.prepare(query, clientState, customPayload);
  }

  @Override
  public QueryHandler.Prepared getPrepared(MD5Digest id) {
    return next.getPrepared(id);
  }

  @Override
  public ResultMessage processBatch(
      BatchStatement statement,
      QueryState state,
      BatchQueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    return next.processBatch(statement, state, options, customPayload, requestTime);
  }
}
