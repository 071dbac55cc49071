/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
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
        "8 | -0.0 | expected 0.0 for zero, found -0.0 at byte 8",
        "16 | -0.0 | expected 0.0 for zero, found -0.0 at byte 16",
        "40 | -0.0 | expected 0.0 for zero, found -0.0 at byte 40",
        "48 | -0.0 | expected 0.0 for zero, found -0.0 at byte 48",
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
        "24 | -1 | expected counts of 0 to 2^63-1 in all, found -1 and 2 outside the edges",
        "32 | 9223372036854775807 | expected counts of 0 to 2^63-1 in all",
        "24 | 9223372036854775805 | in all, of rising places, found others",
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
        "40 | -0.0 | expected 0.0 for zero, found -0.0 at byte 40",
        "56 | -0.0 | expected 0.0 for zero, found -0.0 at byte 56",
        "40 | 0.5 | expected finite and strictly increasing edges, found 0.5 as edge 1",
        "40 | -Infinity | expected finite and strictly increasing edges, found -Infinity as edge 0",
        "48 | NaN | expected finite and strictly increasing edges, found NaN as edge 1",
        "56 | 0.25 | expected finite and strictly increasing edges, found 0.25 as edge 2",
        "56 | Infinity | expected finite and strictly increasing edges, found Infinity as edge 2",
      })
  void should_refuse_edges_that_no_aggregate_takes(int offset, double edge, String problem) {
    assertRefused("histogram-explicit", offset, Double.doubleToLongBits(edge), problem);
  }

  /** Four bins with a count of one byte: 1, 0, 1, 0. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x0000000000000000 | shortest form",
        "0x0100010000000001 | shortest form",
        "0x0100000000000000 | shortest form",
        "0x0001000100000100 | shortest form",
      })
  void should_refuse_dense_counts_that_no_rows_have(String counts, String problem) {
    assertRefused("histogram-equal-width", 56, Long.decode(counts), problem);
  }

  /** Of 4096 bins three have values: 7, 4000 and 4001. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "56 | 0x0fa0000100070001 | of rising places, found others",
        "56 | 0x0fa000010fa00001 | of rising places, found others",
        "56 | 0x0007000110000001 | of rising places, found others",
        "56 | 0x000700000fa00001 | shortest form",
        "56 | 0x000700010fa10001 | of rising places, found others",
        "64 | 0x0fa1012c00000001 | of rising places, found others",
        "64 | 0x0fa1012c00010000 | shortest form",
        "64 | 0x0fa100ff00000000 | shortest form",
        "64 | 0x0000000000000000 | shortest form",
      })
  void should_refuse_sparse_counts_that_no_rows_have(int offset, String counts, String problem) {
    assertRefused("histogram-sparse", offset, Long.decode(counts), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x0102820200040001 | expected no flags but that of explicit edges, found 2",
        "0x0102828200040001 | expected no flags but that of explicit edges, found 130",
        "0x0102820000000001 | expected 1 to 4096 bins, found 0",
        "0x01028200ffff0001 | expected 1 to 4096 bins, found 65535",
        "0x0102820010010001 | expected 1 to 4096 bins, found 4097",
        "0x0101820014000000 | with the preamble 0x10282, found 72 with 0x10182, its format of before the first release",
        "0x0102820000090001 | expected sizes within bounds with the preamble 0x10282, found 72 with 0x10282",
        "0x0102820100040001 | expected sizes within bounds with the preamble 0x10282, found 72 with 0x10282",
        "0x0102820000040000 | expected sizes within bounds with the preamble 0x10282, found 72 with 0x10282",
        "0x0102820000040009 | expected sizes within bounds with the preamble 0x10282",
        "0x01028200000400ff | expected sizes within bounds with the preamble 0x10282",
        "0x0102820000040100 | expected sizes within bounds with the preamble 0x10282",
        "0x0102820000040201 | expected sizes within bounds with the preamble 0x10282",
        "0x010282000004ff01 | expected sizes within bounds with the preamble 0x10282",
        "0x0102820000040002 | shortest form",
        "0x0102820000040101 | shortest form",
        "0x0102810000040001 | with the preamble 0x10282, found 72 with 0x10281",
        "0x0103820000040001 | with the preamble 0x10282, found 72 with 0x10382",
      })
  void should_refuse_other_preambles(String preamble, String problem) {
    assertRefused("histogram-equal-width", 0, Long.decode(preamble), problem);
  }

  private static void assertRefused(String fixture, int offset, long word, String problem) {
    ByteBuffer blob = Fixtures.read("v2/" + fixture);
    blob.putLong(offset, word);

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
