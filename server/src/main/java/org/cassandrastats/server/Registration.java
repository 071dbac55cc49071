/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server;

import java.time.zone.ZoneRulesProvider;
import java.util.regex.Pattern;
import org.apache.cassandra.utils.FBUtilities;
import org.cassandrastats.server.admin.Features;
import org.cassandrastats.server.catalogue.JarVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Offers the functions of the pack on the node that this runs in, or says why it does not. */
public final class Registration {
  /** The property that names the keyspace part of the functions' names; {@code stats} without. */
  public static final String KEYSPACE_PROPERTY = "cassandra.stats.keyspace";

  private static final String STANDARD_KEYSPACE = "stats";
  private static final Pattern KEYSPACE = Pattern.compile("[a-z][a-z0-9_]{0,47}");
  private static final Pattern SUPPORTED = Pattern.compile("[56]\\.0([.-].*)?");
  private static final Logger LOGGER = LoggerFactory.getLogger(Registration.class);

  private Registration() {}

  /**
   * Registers the functions. Never throws: a node starts without them rather than not at all.
   *
   * @param features takes whether the functions are there
   * @return whether this version of Cassandra is known, so that the rest of the jar may be used
   */
  public static boolean run(Features features) {
    boolean known = false;
    String state = "not there: the log of this node says why";
    String keyspace = System.getProperty(KEYSPACE_PROPERTY, STANDARD_KEYSPACE);
    try {
      String version = FBUtilities.getReleaseVersionString();
      known = SUPPORTED.matcher(version).matches();
      if (!known) {
        LOGGER.error(
            "cassandra-stats {} does not know Cassandra {} (it knows 5.0 and 6.0): this node starts without"
                + " its functions. Install a newer jar, or remove it and the flag"
                + " -Dcassandra.custom_query_handler_class.",
            JarVersion.jarVersion(),
            version);
      } else if (!KEYSPACE.matcher(keyspace).matches() || keyspace.startsWith("system")) {
        LOGGER.error(
            "cassandra-stats: -D{}={} is no name for a keyspace of functions: expected a lower-case"
                + " letter, then up to 47 letters, digits or underscores, and not system...: this"
                + " node starts without its functions.",
            KEYSPACE_PROPERTY,
            keyspace);
      } else {
        FunctionRegistration.register(keyspace);
        state = Features.ACTIVE;
      }
    } catch (Exception | LinkageError failed) {
      LOGGER.error("cassandra-stats failed: this node starts without its functions.", failed);
    }
    String functions = state;
    features.add("functions", () -> keyspace, () -> functions);
    features.add("time_zone_rules", Registration::timeZoneRules, () -> Features.ACTIVE);
    return known;
  }

  /** The version of the rules by which this JVM converts local times, such as 2025a. */
  private static String timeZoneRules() {
    return ZoneRulesProvider.getVersions("UTC").lastKey();
  }
}
