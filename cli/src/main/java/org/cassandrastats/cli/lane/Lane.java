/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

/** What answers the calls of the pack's functions on a node. */
public enum Lane {
  /** The user-defined functions of the keyspace; they shadow native ones of the same name. */
  CQL("CQL"),
  /** The native functions of the server jar. */
  NATIVE("native"),
  /** Nothing does. */
  NONE("none"),
  /** The node cannot be asked. */
  UNKNOWN("unknown");

  private final String label;

  Lane(String label) {
    this.label = label;
  }

  /** As users read it. */
  public String label() {
    return label;
  }
}
