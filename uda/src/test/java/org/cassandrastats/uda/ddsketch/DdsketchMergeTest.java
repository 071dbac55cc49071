/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.contract.Unpacked;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.state.PackedCounts;
import org.junit.jupiter.api.Test;

/** What may be merged, and sums that cancel or overflow. */
class DdsketchMergeTest {
  @Test
  void should_refuse_another_relative_error_by_name_and_change_nothing() {
    ByteBuffer own = Sketches.of(0.01, 1, 2, 3);
    ByteBuffer other = Sketches.of(0.02, 1, 2, 3);
    String before = Blobs.hex(own);

    assertThatThrownBy(() -> DdsketchAggregates.union(own, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ddsketch: expected a state with the relative error 0.01, found one with 0.02; only"
                + " states of the same relative error can be merged");
    assertThat(Blobs.hex(own)).isEqualTo(before);
  }

  @Test
  void should_keep_the_digits_of_a_sum_that_cancels() {
    ByteBuffer whole = Sketches.of(0.01, 1e16, 1, -1e16, 1e-3);
    ByteBuffer merged =
        DdsketchAggregates.union(Sketches.of(0.01, 1e16, 1), Sketches.of(0.01, -1e16, 1e-3));

    assertThat(Ddsketch.sum(whole)).isEqualTo(1.001);
    assertThat(Ddsketch.sum(merged)).isEqualTo(1.001);
    assertThat(Ddsketch.mean(merged)).isEqualTo(0.25025);
  }

  @Test
  void should_give_no_sum_that_no_double_holds_and_keep_the_rest() {
    double large = Double.MAX_VALUE;
    ByteBuffer state = Sketches.of(0.01, large, large, -large, -large, -large, 1e300);

    assertThat(Ddsketch.sum(state)).isNull();
    assertThat(Ddsketch.mean(state)).isNull();
    assertThat(Ddsketch.isValid(Blobs.stored(state))).isTrue();
    assertThat(Ddsketch.quantile(state, 0.6)).isBetween(0.99e300, 1.01e300);
    assertThat(Ddsketch.text(state)).contains("mean=null sum=null");
    assertThat(Ddsketch.sum(DdsketchAggregates.union(state, Sketches.of(0.01, 1)))).isNull();
  }

  @Test
  void should_merge_a_large_state_with_itself() {
    double[] values = new double[3_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.sinh(i * 0.02 - 30);
    }
    ByteBuffer own = Sketches.of(0.01, values);
    ByteBuffer part = Blobs.stored(own);

    ByteBuffer merged = DdsketchAggregates.union(own, own);

    assertThat(merged).isNotSameAs(own);
    assertThat(own).isEqualTo(part);
    assertThat(merged).isEqualTo(DdsketchAggregates.union(part, part));
    assertThat(Ddsketch.count(merged)).isEqualTo(6_000);
    assertThat(Ddsketch.quantile(merged, 0.25)).isEqualTo(Ddsketch.quantile(part, 0.25));
  }

  @Test
  void should_merge_ten_thousand_parts_as_if_undivided() {
    double[] values = new double[50_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.exp(Math.sin(i) * 8) - 20;
    }
    ByteBuffer merged = Blobs.startOfMerge();
    for (int part = 0; part < 10_000; part++) {
      ByteBuffer state = Blobs.none();
      for (int i = part; i < values.length; i += 10_000) {
        state = DdsketchAggregates.accumulate(state, values[i], 0.01);
      }
      merged = DdsketchAggregates.union(merged, Blobs.stored(Ddsketch.state(state)));
    }

    assertThat(Sketches.withoutSum(Ddsketch.state(merged)))
        .isEqualTo(Sketches.withoutSum(Sketches.of(0.01, values)));
  }

  /** Counts that have not changed may be large: only all of them show it. */
  @Test
  void should_refuse_a_merge_whose_count_has_become_too_large_at_its_end() {
    ByteBuffer view = Unpacked.of(Blobs.bytes(Sketches.of(0.01, 1)), DdsketchState.COUNTS, 2);
    view.putLong(DdsketchState.COUNTS + 8, Long.MAX_VALUE - 3);
    view.putDouble(DdsketchState.SUM, 0x1p63);
    ByteBuffer full = PackedCounts.finalState(view, DdsketchState.COUNTS, 2);
    ByteBuffer merged = DdsketchAggregates.union(Blobs.startOfMerge(), Blobs.stored(full));
    ByteBuffer three = DdsketchAggregates.union(merged, Sketches.of(0.01, 1e3, 1e3, 1e3));

    assertThat(Ddsketch.count(Ddsketch.state(three))).isEqualTo(Long.MAX_VALUE);
    ByteBuffer four = DdsketchAggregates.union(three, Sketches.of(0.01, 1e3));
    assertThatThrownBy(() -> Ddsketch.state(four))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ddsketch: the count would exceed 2^63-1");
  }
}
