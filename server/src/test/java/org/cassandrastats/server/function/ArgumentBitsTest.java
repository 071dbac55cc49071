/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.IntegerType;
import org.apache.cassandra.transport.ProtocolVersion;
import org.junit.jupiter.api.Test;

/** An argument that comes as bits in one page, and as bytes in another one, or in one buffer. */
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

  @Test
  void should_take_the_values_that_come_in_one_buffer() {
    NumberArgument wide = new NumberArgument(IntegerType.instance, long.class);
    ByteBuffer values = ByteBuffer.wrap(new byte[] {7, 1, 0});

    wide.setBytes(values.limit(1));
    assertThat(wide.asLong()).isEqualTo(7);
    wide.setBytes(values.limit(3).position(1));
    assertThat(wide.asLong()).isEqualTo(256);

    ObjectArgument blob = new ObjectArgument(BytesType.instance, ProtocolVersion.CURRENT);
    blob.setBytes(values.position(2));
    Object zero = blob.value();
    values.position(0);
    assertThat(zero).isEqualTo(ByteBuffer.wrap(new byte[] {0}));
  }
}
