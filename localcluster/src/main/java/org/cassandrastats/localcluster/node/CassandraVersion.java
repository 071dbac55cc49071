/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A released version of Cassandra, as Maven Central spells it.
 *
 * @param text such as "5.0.9" or "6.0-alpha2"
 * @param major such as 5
 * @param minor such as 0
 */
public record CassandraVersion(String text, int major, int minor) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})[.-][A-Za-z0-9.-]+");

  /** What nodes run unless told otherwise: 5.0.9. */
  public static CassandraVersion standard() {
    return parse("5.0.9");
  }

  /**
   * Reads a version.
   *
   * @throws LocalNodeException if it is not one that a node can be started of
   */
  public static CassandraVersion parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new LocalNodeException(
          "\"" + text + "\" is not a Cassandra version: expected one such as 5.0.9 or 6.0-alpha2");
    }
    int major = Integer.parseInt(matcher.group(1));
    int minor = Integer.parseInt(matcher.group(2));
    if (major < 4 || (major == 4 && minor < 1)) {
      throw new LocalNodeException(
          "Cassandra " + text + " is not supported: expected 4.1 or newer");
    }
    return new CassandraVersion(text, major, minor);
  }

  /** The Java versions that such a node runs on; the first of them unless told otherwise. */
  List<Integer> javaVersions() {
    return major < 5 ? List.of(11) : major == 5 ? List.of(17, 11) : List.of(17, 11, 21);
  }

  @Override
  public String toString() {
    return text;
  }
}
