/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.MD5Digest;
import org.cassandrastats.server.admin.Features;
import org.cassandrastats.server.admin.FeaturesTable;
import org.cassandrastats.server.direct.DirectReads;
import org.cassandrastats.server.guard.StatementGuard;
import org.cassandrastats.types.InvalidStateException;

/**
 * Named in {@code -Dcassandra.custom_query_handler_class}, the place where Cassandra loads foreign
 * code before the first query. It registers the functions of the pack; every call goes on to
 * Cassandra's own handler, or to the one that {@link NextHandler#PROPERTY} names. What that answers
 * is changed only where a state type refused a value; how rows reach an aggregate, where direct
 * reads cover the statement.
 */
public final class StatsQueryHandler implements QueryHandler {
  private final QueryHandler next;
  private final StatementGuard guard;
  private final DirectReads reads;
  private final boolean known;

  /** Called by Cassandra, once, while the node starts. */
  public StatsQueryHandler() {
    next = NextHandler.load(StatsQueryHandler.class);
    Features features = new Features();
    known = Registration.run(features);
    guard = known ? StatementGuard.create(features) : StatementGuard.none();
    reads =
        known
            ? DirectReads.create(next, features)
            : DirectReads.none("this version of Cassandra is not known", features);
    if (known) {
      FeaturesTable.register(features);
    }
  }

  @Override
  public CQLStatement parse(String query, QueryState state, QueryOptions options) {
    CQLStatement statement = prepared(() -> next.parse(query, state, options));
    reads.note(statement, query);
    return statement;
  }

  @Override
  public ResultMessage process(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    guard.check(statement, state.getClientState());
    return InvalidStateException.asInvalidRequest(
        () -> next.process(reads.insteadOf(statement), state, options, customPayload, requestTime));
  }

  @Override
  public ResultMessage.Prepared prepare(
      String query, ClientState clientState, Map<String, ByteBuffer> customPayload) {
    return prepared(() -> next.prepare(query, clientState, customPayload));
  }

  private <T> T prepared(Supplier<T> work) {
    return InvalidStateException.asInvalidRequest(known ? () -> SteadySchema.during(work) : work);
  }

  @Override
  public QueryHandler.Prepared getPrepared(MD5Digest id) {
    QueryHandler.Prepared statement = next.getPrepared(id);
    if (statement != null) {
      reads.note(statement.statement, statement.rawCQLStatement);
    }
    return statement;
  }

  @Override
  public ResultMessage processPrepared(
      CQLStatement statement,
      QueryState state,
      QueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    guard.check(statement, state.getClientState());
    return InvalidStateException.asInvalidRequest(
        () ->
            next.processPrepared(
                reads.insteadOfPrepared(statement), state, options, customPayload, requestTime));
  }

  @Override
  public ResultMessage processBatch(
      BatchStatement statement,
      QueryState state,
      BatchQueryOptions options,
      Map<String, ByteBuffer> customPayload,
      Dispatcher.RequestTime requestTime) {
    guard.check(statement, state.getClientState());
    return InvalidStateException.asInvalidRequest(
        () -> next.processBatch(statement, state, options, customPayload, requestTime));
  }
}
