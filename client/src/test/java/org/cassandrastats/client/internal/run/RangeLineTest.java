/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.junit.jupiter.api.Test;

final class RangeLineTest {
  private static final List<List<List<ByteBuffer>>> ANSWERS =
      List.of(
          List.of(),
          List.of(Arrays.asList((ByteBuffer) null)),
          List.of(List.of(bytes())),
          List.of(Arrays.asList(bytes(1, 2, 3), null, bytes()), List.of(bytes(0), bytes(-1))));

  private static ByteBuffer bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return ByteBuffer.wrap(bytes);
  }

  @Test
  @SuppressWarnings("unchecked")
  void should_read_what_was_written() {
    KeyType<String> type = (KeyType<String>) KeyType.of(DataTypes.TEXT).orElseThrow();
    List<Cut<String>> cuts =
        List.of(Cut.bottom(), Cut.before(""), Cut.after("a b\n*"), Cut.before("null"), Cut.top());
    for (Cut<String> lower : cuts) {
      for (Cut<String> upper : cuts) {
        for (List<List<ByteBuffer>> answer : ANSWERS) {
          Range<String> range = new Range<>(lower, upper);

          String line = FinishedRanges.Line.format(range, answer, type::encode);

          assertThat(line).hasLineCount(1);
          assertThat(FinishedRanges.Line.parse(line, type::decode))
              .isEqualTo(new FinishedRanges.Line<>(range, answer));
        }
      }
    }
  }
}
