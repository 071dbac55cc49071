/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.driver;

import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import java.util.List;

/** How long the driver's threads stay when a session is closed. */
public final class SessionClosing {
  /**
   * The default would let every session, and with it every command, end two seconds later. With no
   * time at all, the driver's last tasks come too late.
   */
  private static final int QUIET_MILLIS = 50;

  private static final int LONGEST_MILLIS = 15_000;
  private static final String UNIT = "MILLISECONDS";

  /** The options of a group of threads. */
  private record Threads(
      TypedDriverOption<String> unit,
      TypedDriverOption<Integer> quiet,
      TypedDriverOption<Integer> longest) {}

  private static final List<Threads> ALL =
      List.of(
          new Threads(
              TypedDriverOption.NETTY_IO_SHUTDOWN_UNIT,
              TypedDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD,
              TypedDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT),
          new Threads(
              TypedDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT,
              TypedDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD,
              TypedDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT));

  private SessionClosing() {}

  /** Lets sessions with these options close soon: after 50 ms without tasks, or 15 s with them. */
  public static void addTo(OptionsMap options) {
    for (Threads threads : ALL) {
      options.put(threads.unit(), UNIT);
      options.put(threads.quiet(), QUIET_MILLIS);
      options.put(threads.longest(), LONGEST_MILLIS);
    }
  }

  /**
   * Lets sessions of this configuration close soon: after 50 ms without tasks, or 15 s with them.
   */
  public static void addTo(ProgrammaticDriverConfigLoaderBuilder configuration) {
    for (Threads threads : ALL) {
      configuration.withString(threads.unit().getRawOption(), UNIT);
      configuration.withInt(threads.quiet().getRawOption(), QUIET_MILLIS);
      configuration.withInt(threads.longest().getRawOption(), LONGEST_MILLIS);
    }
  }
}
