/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Sessions to local nodes. */
final class LocalSessions {
  // Collecting schema changes for the default of a second would delay each of them by as much.
  private static final Duration SCHEMA_WINDOW = Duration.ofMillis(1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private LocalSessions() {}

  static CqlSessionBuilder builder(InetSocketAddress address, boolean authentication) {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .addContactPoint(address)
            .withLocalDatacenter("datacenter1")
            .withConfigLoader(configuration().build());
    return authentication ? builder.withAuthCredentials("cassandra", "cassandra") : builder;
  }

  /** The driver's configuration for local nodes, to be added to. */
  static ProgrammaticDriverConfigLoaderBuilder configuration() {
    return DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
        .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, PATIENCE)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, PATIENCE)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, SCHEMA_WINDOW)
        .withString(DefaultDriverOption.SESSION_NAME, "cassandra-stats");
  }
}
