/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.LifecycleListener;
import java.util.List;

/**
 * Sessions of a command, which often lives for a single request: without the reports to DataStax's
 * own servers and without native calls, which take as long to load as the request takes.
 */
final class ShortSessionBuilder extends CqlSessionBuilder {
  ShortSessionBuilder() {
    if (System.getProperty(Uuids.PID_SYSTEM_PROPERTY) == null) {
      // The driver mixes it into the identifiers that it makes.
      System.setProperty(
          Uuids.PID_SYSTEM_PROPERTY, Integer.toString((int) ProcessHandle.current().pid()));
    }
  }

  @Override
  protected DriverContext buildContext(
      DriverConfigLoader configuration, ProgrammaticArguments arguments) {
    return new DefaultDriverContext(configuration, arguments) {
      @Override
      protected List<LifecycleListener> buildLifecycleListeners() {
        return List.of();
      }
    };
  }
}
