/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import org.cassandrastats.compiler.source.Location;

/**
 * A broken rule.
 *
 * @param rule the rule
 * @param body the name of the body
 * @param location where the offending code comes from
 * @param found what was found there
 */
public record Violation(Rule rule, String body, Location location, String found) {
  @Override
  public String toString() {
    return location + ": " + found + " (in " + body + ", rule " + rule + "): " + rule.reason();
  }
}
