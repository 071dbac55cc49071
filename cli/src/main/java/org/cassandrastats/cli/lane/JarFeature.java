/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

/**
 * Something that the server jar does on a node.
 *
 * @param name of the feature
 * @param value its setting; empty without
 * @param state "active", or why it has no effect
 */
public record JarFeature(String name, String value, String state) {
  /** The state of one that has an effect. */
  static final String ACTIVE = "active";

  /** The version of the rules by which the node converts local times. */
  static final String TIME_ZONE_RULES = "time_zone_rules";
}
