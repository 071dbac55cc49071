/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server;

import java.lang.reflect.InvocationTargetException;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.utils.FBUtilities;

/** The query handler behind ours. */
public final class NextHandler {
  /** The property that names the class of another custom query handler. */
  public static final String PROPERTY = "cassandra.stats.next_query_handler_class";

  private NextHandler() {}

  /**
   * Cassandra's own handler, or the one that the property names.
   *
   * @param first the class of the handler in front, which must not be named again
   * @throws ConfigurationException if the named class cannot be used; as with any custom handler,
   *     the node then does not start, because what the handler guards would be open
   */
  public static QueryHandler load(Class<? extends QueryHandler> first) {
    String name = System.getProperty(PROPERTY);
    if (name == null) {
      return QueryProcessor.instance;
    }
    if (name.equals(first.getName())) {
      throw new ConfigurationException(
          "-D" + PROPERTY + " names the handler of cassandra-stats itself: expected another one");
    }
    try {
      // Not by FBUtilities.construct, whose parameters are others before 5.0.9.
      return FBUtilities.<QueryHandler>classForName(name, "QueryHandler")
          .asSubclass(QueryHandler.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (InvocationTargetException failed) {
      throw unusable(name, failed.getCause());
    } catch (ReflectiveOperationException
        | ConfigurationException
        | ClassCastException
        | LinkageError unusable) {
      throw unusable(name, unusable);
    }
  }

  /** Not with its cause: Cassandra would log that instead, which does not name the property. */
  private static ConfigurationException unusable(String name, Throwable cause) {
    ConfigurationException named =
        new ConfigurationException(
            "-D"
                + PROPERTY
                + "="
                + name
                + " cannot be used: expected the class of a query handler with a public constructor"
                + " without parameters. "
                + cause);
    named.addSuppressed(cause);
    return named;
  }
}
