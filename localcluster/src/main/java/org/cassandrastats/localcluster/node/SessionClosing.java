/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import java.util.List;
import java.util.Map;

/** How long the driver's threads stay when a session is closed. */
public final class SessionClosing {
  /**
   * The default would let every session, and with it every command, end two seconds later. With no
   * time at all, the driver's last tasks come too late.
   */
  private static final int QUIET_MILLIS = 50;

  private static final int LONGEST_MILLIS = 15_000;
  private static final String UNIT = "MILLISECONDS";

  private static final List<TypedDriverOption<String>> UNITS =
      List.of(
          TypedDriverOption.NETTY_IO_SHUTDOWN_UNIT, TypedDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT);

  private static final Map<TypedDriverOption<Integer>, Integer> TIMES =
      Map.of(
          TypedDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, QUIET_MILLIS,
          TypedDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, LONGEST_MILLIS,
          TypedDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, QUIET_MILLIS,
          TypedDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, LONGEST_MILLIS);

  private SessionClosing() {}

  /** Lets sessions with these options close soon: after 50 ms without tasks, or 15 s with them. */
  public static void addTo(OptionsMap options) {
    UNITS.forEach(option -> options.put(option, UNIT));
    TIMES.forEach(options::put);
  }

  /**
   * Lets sessions of this configuration close soon: after 50 ms without tasks, or 15 s with them.
   */
  public static void addTo(ProgrammaticDriverConfigLoaderBuilder configuration) {
    UNITS.forEach(option -> configuration.withString(option.getRawOption(), UNIT));
    TIMES.forEach((option, millis) -> configuration.withInt(option.getRawOption(), millis));
  }
}
