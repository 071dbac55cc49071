/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.marshal.DoubleType;
import org.junit.jupiter.api.Test;

/** An argument that comes as bits in one page, and as bytes in another one. */
class ArgumentBitsTest {
  private final NumberArgument argument = new NumberArgument(DoubleType.instance, double.class);

  @Test
  void should_take_a_null_after_bits() {
    argument.set(null);
    argument.setBits(Double.doubleToRawLongBits(10));
    argument.set(null);

    assertThat(argument.isNull()).isTrue();
  }

  @Test
  void should_take_the_bytes_of_before_after_bits() {
    ByteBuffer five = DoubleType.instance.decompose(5.0);
    argument.set(five);
    argument.setBits(Double.doubleToRawLongBits(10));
    argument.set(five);

    assertThat(argument.asDouble()).isEqualTo(5);
  }
}
