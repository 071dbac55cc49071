/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class ResultValuesTest {
  @Test
  void should_write_bytes_as_cqlsh_does() {
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {9, 0, 10, -1, 127, 9}, 1, 4);

    assertThat(ResultValues.text(bytes)).isEqualTo("0x000aff7f");
    assertThat(ResultValues.text(bytes.asReadOnlyBuffer())).isEqualTo("0x000aff7f");
    assertThat(ResultValues.text(bytes.slice())).isEqualTo("0x000aff7f");
    assertThat(ResultValues.json(bytes)).isEqualTo("0x000aff7f");
    assertThat(ResultValues.text(ByteBuffer.allocate(0))).isEqualTo("0x");
    assertThat(bytes.remaining()).isEqualTo(4);
  }
}
