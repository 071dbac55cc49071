/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.Test;

final class DiskCheckTest {
  private static final long MILLION = 1_000_000;

  @Test
  void should_say_how_much_is_needed_and_how_much_there_is() {
    assertThatThrownBy(() -> DiskCheck.require(100 * MILLION, 1, "/tmp", 2L << 30))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(
            "100,000,000 rows need about 11.4 GiB of /tmp, which has 2.0 GiB free")
        .hasMessageContaining("Nothing was loaded");
  }

  @Test
  void should_take_a_disk_with_room() {
    assertThatCode(() -> DiskCheck.require(MILLION, 1, "/tmp", 1L << 30))
        .doesNotThrowAnyException();
  }
}
