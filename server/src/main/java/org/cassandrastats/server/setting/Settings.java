/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.setting;

import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What somebody has set by properties of the JVM when the node starts. */
public final class Settings {
  private static final Logger LOGGER = LoggerFactory.getLogger(Settings.class);

  private Settings() {}

  /**
   * Whether something is on; what is neither true nor false is as if it was not set, and the log
   * says so.
   */
  public static boolean isOn(String property, boolean notSet) {
    String text = System.getProperty(property, Boolean.toString(notSet)).trim();
    boolean isTrue = text.equalsIgnoreCase("true");
    if (isTrue || text.equalsIgnoreCase("false")) {
      return isTrue;
    }
    ignore(property, "true or false");
    return notSet;
  }

  /**
   * Names in the log each property that asks for something which is not there.
   *
   * @param properties those that have no effect
   * @param reason why they have none
   */
  public static void warnOfUnused(List<String> properties, String reason) {
    unused(properties)
        .forEach(
            property ->
                LOGGER.warn(
                    "cassandra-stats: -D{}={} has no effect: {}",
                    property,
                    System.getProperty(property),
                    reason));
  }

  /** Those that somebody has set; to turn off what is not there is no mistake. */
  static List<String> unused(List<String> properties) {
    return properties.stream()
        .filter(
            property -> !List.of("false", "0").contains(System.getProperty(property, "0").trim()))
        .collect(Collectors.toList());
  }

  /**
   * A whole number from 0 to a largest one; another one, and what cannot be read, is as if it was
   * not set, and the log says so.
   */
  public static long number(String property, long notSet, long most) {
    String text = System.getProperty(property);
    if (text == null) {
      return notSet;
    }
    try {
      long number = Long.parseLong(text.trim());
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException unreadable) {
      // Ignored as a number out of range is.
    }
    ignore(property, "a whole number from 0 to " + most + ", without a unit");
    return notSet;
  }

  private static void ignore(String property, String expected) {
    LOGGER.error(
        "cassandra-stats ignores -D{}={}: expected {}",
        property,
        System.getProperty(property),
        expected);
  }
}
