/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.KeyspaceParams;
import org.apache.cassandra.schema.Keyspaces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NameCheckTest {
  @BeforeAll
  static void initializeCassandra() {
    DatabaseDescriptor.clientInitialization();
  }

  private static Keyspaces stored(String name) {
    return Keyspaces.of(KeyspaceMetadata.create(name, KeyspaceParams.simple(1)));
  }

  @Test
  void should_find_a_stored_keyspace_of_the_reserved_name_only() {
    assertThat(NameCheck.isTaken(stored("stats_admin"))).isTrue();
    assertThat(NameCheck.isTaken(stored("stats"))).isFalse();
    assertThat(NameCheck.isTaken(Keyspaces.none())).isFalse();
  }
}
