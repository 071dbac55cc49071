/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each thing that can be wrong with a histogram state is found, and named. */
class HistogramCheckTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8 | NaN | expected values with a finite minimum <= maximum",
        "8 | -Infinity | expected values with a finite minimum <= maximum",
        "8 | 8.0 | expected values with a finite minimum <= maximum",
        "8 | -1.0 | in the first and the last bin that has values, found -1.0",
        "16 | Infinity | expected values with a finite minimum <= maximum",
        "16 | 0.75 | in the first and the last bin that has values, found 0.75",
        "40 | NaN | expected finite lo < hi, found lo = NaN",
        "40 | 1.0 | expected finite lo < hi, found lo = 1.0",
        "40 | 0.9999999999999999 | expected lo and hi so far apart",
        "48 | Infinity | expected finite lo < hi",
      })
  void should_refuse_numbers_that_no_rows_have(int offset, double number, String problem) {
    assertRefused("histogram-equal-width", offset, Double.doubleToLongBits(number), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "24 | -1 | expected counts of 0 to 2^63-1 in all, found -1 at byte 24",
        "32 | 9223372036854775807 | expected counts of 0 to 2^63-1 in all",
        "56 | -9223372036854775808 | expected counts of 0 to 2^63-1 in all",
        "64 | 9223372036854775807 | expected counts of 0 to 2^63-1 in all",
        "24 | 0 | expected minimum and maximum in the first and the last bin that has values",
        "32 | 0 | expected minimum and maximum in the first and the last bin that has values",
      })
  void should_refuse_counts_that_no_rows_have(int offset, long count, String problem) {
    assertRefused("histogram-equal-width", offset, count, problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "40 | 0.5 | expected finite and strictly increasing edges, found 0.5 as edge 1",
        "40 | -Infinity | expected finite and strictly increasing edges, found -Infinity as edge 0",
        "48 | NaN | expected finite and strictly increasing edges, found NaN as edge 1",
        "56 | 0.25 | expected finite and strictly increasing edges, found 0.25 as edge 2",
        "56 | Infinity | expected finite and strictly increasing edges, found Infinity as edge 2",
      })
  void should_refuse_edges_that_no_aggregate_takes(int offset, double edge, String problem) {
    assertRefused("histogram-explicit", offset, Double.doubleToLongBits(edge), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x0000000402820201 | expected no flags but that of explicit edges, found 2",
        "0x0000000482820201 | expected no flags but that of explicit edges, found 130",
        "0x0000000000820201 | expected 1 to 4096 bins, found 0",
        "0x8000000000820201 | expected 1 to 4096 bins, found -2147483648",
        "0x0000100100820201 | expected 1 to 4096 bins, found 4097",
        "0x2000000400820201 | expected 1 to 4096 bins, found 536870916",
        "0x0000000500820201 | expected 104 bytes with the preamble 0x10282, found 96 with 0x10282",
        "0x0000000401820201 | expected 120 bytes with the preamble 0x10282, found 96 with 0x10282",
        "0x0000000400810201 | with the preamble 0x10282, found 96 with 0x10281",
        "0x0000000400820301 | with the preamble 0x10282, found 96 with 0x10382",
      })
  void should_refuse_other_preambles(String preamble, String problem) {
    assertRefused("histogram-equal-width", 0, Long.decode(signed(preamble)), problem);
  }

  private static String signed(String hexadecimal) {
    return Long.toString(Long.parseUnsignedLong(hexadecimal.substring(2), 16));
  }

  private static void assertRefused(String fixture, int offset, long word, String problem) {
    ByteBuffer state = Fixtures.read("v2/" + fixture).order(ByteOrder.LITTLE_ENDIAN);
    state.putLong(offset, word);
    ByteBuffer blob = state.order(ByteOrder.BIG_ENDIAN);

    assertThatThrownBy(() -> Histogram.count(blob))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a histogram state: expected ");
    Checksum.seal(blob, blob.limit() - Checksum.SIZE);

    assertThat(Histogram.isValid(blob)).isFalse();
    assertThatThrownBy(() -> HistogramCheck.checked(blob))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a histogram state: expected")
        .hasMessageContaining(problem);
  }
}
