/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts a {@link StatsCassandra} before the tests of a class and of those that are nested in it,
 * stops it after them, and hands them a {@link CqlSession}, which is closed with it, or the {@code
 * StatsCassandra} itself.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final StatsCassandraExtension CASSANDRA =
 *     new StatsCassandraExtension(new StatsCassandra().withInit("schema.cql"));
 *
 * @Test
 * void should_answer(CqlSession session) { ... }
 * }</pre>
 *
 * <p>With {@code @ExtendWith(StatsCassandraExtension.class)} it is one node in the native lane.
 */
public final class StatsCassandraExtension
    implements BeforeAllCallback, AfterAllCallback, ParameterResolver {
  private final StatsCassandra cassandra;

  /** Identifiers of the classes under test: a nested class has the extension of its outer one. */
  private final Set<String> classes = new HashSet<>();

  private CqlSession session;

  /** One node in the native lane, without tables. */
  public StatsCassandraExtension() {
    this(new StatsCassandra());
  }

  /** Cassandra as it is wanted. */
  public StatsCassandraExtension(StatsCassandra cassandra) {
    this.cassandra = cassandra;
  }

  @Override
  public synchronized void beforeAll(ExtensionContext context) {
    cassandra.start();
    classes.add(context.getUniqueId());
  }

  @Override
  public synchronized void afterAll(ExtensionContext context) {
    classes.remove(context.getUniqueId());
    if (!classes.isEmpty()) {
      return;
    }
    if (session != null) {
      session.close();
      session = null;
    }
    cassandra.stop();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == CqlSession.class || type == StatsCassandra.class;
  }

  @Override
  public synchronized Object resolveParameter(
      ParameterContext parameter, ExtensionContext context) {
    if (parameter.getParameter().getType() == StatsCassandra.class) {
      return cassandra;
    }
    if (session == null) {
      session = cassandra.sessionBuilder().build();
    }
    return session;
  }
}
