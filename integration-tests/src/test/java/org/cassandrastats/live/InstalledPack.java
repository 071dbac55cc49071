/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

/**
 * The pack on the shared node, with a keyspace for the tables of the test class. In the native lane
 * the server jar offers it; in the others cqlsh installs it from {@code cql/install.cql}.
 *
 * @param db the keyspace of the test class
 */
public record InstalledPack(Scratch db) {
  /** The keyspace of the pack. */
  public static final String KEYSPACE = "stats";

  static void install(LiveNode node) {
    if (Lane.current() == Lane.NATIVE) {
      return;
    }
    Scripts.run(Cqlsh.of(node.node()), Scripts.script("install.cql"));
  }
}
