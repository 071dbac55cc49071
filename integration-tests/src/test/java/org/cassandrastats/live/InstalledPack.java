/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

/**
 * The pack on the shared node, installed by cqlsh from {@code cql/install.cql}, with a keyspace for
 * the tables of the test class.
 *
 * @param db the keyspace of the test class
 */
public record InstalledPack(Scratch db) {
  /** The keyspace of the pack. */
  public static final String KEYSPACE = "stats";

  static void install(LiveNode node) {
    Scripts.run(Cqlsh.of(node.node()), Scripts.script("install.cql"));
  }
}
