/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.faults;

import static net.bytebuddy.matcher.ElementMatchers.any;
import static net.bytebuddy.matcher.ElementMatchers.isSubTypeOf;
import static net.bytebuddy.matcher.ElementMatchers.isSynthetic;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.AllArguments;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.implementation.bind.annotation.SuperCall;
import org.apache.cassandra.audit.AuditLogContext;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;

/**
 * Rewrites the methods parse and process of every query handler as the management agent of the
 * operators for Kubernetes does (Management API for Apache Cassandra, classes Agent,
 * QueryHandlerInterceptor and QueryHandlerInterceptor4x): each call goes through it, and what it
 * answers itself becomes a statement of a class that Cassandra does not know. Such statements of
 * clients are answered, too, where the original takes those of the node only.
 */
public final class ManagementAgent {
  private static final String CALL = "CALL NodeOps.";
  private static final AtomicLong PARSED = new AtomicLong();
  private static final AtomicLong PROCESSED = new AtomicLong();

  private ManagementAgent() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    new AgentBuilder.Default()
        .ignore(
            new AgentBuilder.RawMatcher.ForElementMatchers(
                nameStartsWith("net.bytebuddy.").or(isSynthetic()), any(), any()))
        .type(isSubTypeOf(QueryHandler.class))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.method(named("process")).intercept(MethodDelegation.to(Process.class)))
        .type(isSubTypeOf(QueryHandler.class))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.method(named("parse")).intercept(MethodDelegation.to(Parse.class)))
        .installOn(instrumentation);
  }

  /** Before each process of a handler. */
  public static final class Process {
    @RuntimeType
    public static Object intercept(@AllArguments Object[] arguments, @SuperCall Callable<Object> original)
        throws Exception {
      PROCESSED.incrementAndGet();
      if (arguments[0] instanceof Call) {
        // A message is the simplest answer that tells something.
        throw new InvalidRequestException(
            ((Call) arguments[0]).method + ": " + PARSED.get() + " parsed, " + PROCESSED.get() + " processed");
      }
      return original.call();
    }
  }

  /** Before each parse of a handler. */
  public static final class Parse {
    @RuntimeType
    public static Object intercept(@AllArguments Object[] arguments, @SuperCall Callable<Object> original)
        throws Exception {
      PARSED.incrementAndGet();
      String query = (String) arguments[0];
      return query.startsWith(CALL) ? new Call(query.substring(CALL.length())) : original.call();
    }
  }

  /** A statement that is none of Cassandra's. */
  static final class Call implements CQLStatement {
    private final String method;

    Call(String method) {
      this.method = method;
    }

    @Override
    public void authorize(ClientState state) {}

    @Override
    public void validate(ClientState state) {}

    @Override
    public ResultMessage execute(
        QueryState state, QueryOptions options, Dispatcher.RequestTime requestTime) {
      return new ResultMessage.Void();
    }

    @Override
    public ResultMessage executeLocally(QueryState state, QueryOptions options) {
      return new ResultMessage.Void();
    }

    @Override
    public AuditLogContext getAuditLogContext() {
      return null;
    }
  }
}
