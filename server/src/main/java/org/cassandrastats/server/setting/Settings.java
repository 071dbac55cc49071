/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.setting;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What somebody has set by properties of the JVM when the node starts. */
public final class Settings {
  private static final Logger LOGGER = LoggerFactory.getLogger(Settings.class);

  private Settings() {}

  /** On unless somebody has turned it off. */
  public static boolean isOn(String property) {
    return Boolean.parseBoolean(System.getProperty(property, "true"));
  }

  /** A whole number; one that cannot be read is as if it was not set, and the log says so. */
  public static long number(String property, long notSet) {
    String text = System.getProperty(property);
    if (text == null) {
      return notSet;
    }
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException unreadable) {
      LOGGER.error(
          "cassandra-stats ignores -D{}={}: expected a whole number, without a unit",
          property,
          text);
      return notSet;
    }
  }
}
