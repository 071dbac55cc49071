/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Varints that no bigint or no double holds, up to one of 100,000 digits. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WideVarintsIT {
  private final BothLanes lanes;

  WideVarintsIT(InstalledPack pack) {
    this.lanes = new BothLanes(pack.db());
  }

  @BeforeAll
  void fill() {
    lanes
        .db()
        .run("CREATE TABLE %s.wide (id int, at int, w varint, v double, PRIMARY KEY (id, at))");
  }

  /** A state function is not called for a row with a null, however wide the other argument is. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "moments(w)",
        "median(w)",
        "histogram(w, 0.0, 1e300, 10)",
        "ddsketch(w, 0.01)",
        "chunk(at, w)",
        "chunk(w, 1.0)",
        "chunk(w, w)",
        "chunk(w, v)",
        "min_by(at, w)",
        "max_by(v, w)",
        "first(v, w)",
        "width_bucket(w, 0.0, 1e300, 10)"
      })
  void should_take_a_varint_of_any_width_alike_in_both_lanes(String call) {
    int id = 0;
    for (int bits : new int[] {0, 31, 53, 63, 64, 1023, 1024, 332_193}) {
      for (BigInteger value :
          List.of(
              BigInteger.ONE.shiftLeft(bits),
              BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE),
              BigInteger.ONE.shiftLeft(bits).negate(),
              BigInteger.ONE.shiftLeft(bits).not())) {
        for (Double other : new Double[] {1.5, null}) {
          lanes
              .db()
              .rows("INSERT INTO %s.wide (id, at, w, v) VALUES (?, 1, ?, ?)", id, value, other);
          lanes.assertSame("SELECT @" + call + " AS answer FROM %s.wide WHERE id = " + id);
          id++;
        }
      }
    }
  }

  /** As a double is: to the nearest one, and left out where it is infinite. */
  @Test
  void should_compute_with_the_nearest_double() {
    for (int bits : new int[] {53, 64, 1023, 1024, 332_193}) {
      BigInteger value = BigInteger.ONE.shiftLeft(bits).add(BigInteger.ONE).negate();
      lanes.db().rows("INSERT INTO %s.wide (id, at, w) VALUES (-1, 1, ?)", value);
      assertThat(lanes.db().value("SELECT stats.mean(w) FROM %s.wide WHERE id = -1"))
          .as("%d bits", bits)
          .isEqualTo(bits < 1024 ? (Object) (-Math.scalb(1.0, bits)) : null);
    }
  }

  /** Such as the bits of a time: no other number would do. */
  @Test
  void should_refuse_a_varint_that_is_kept_as_a_bigint() {
    lanes
        .db()
        .rows(
            "INSERT INTO %s.wide (id, at, w) VALUES (-2, 1, ?)",
            BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE));
    assertThat(lanes.assertSame("SELECT @first(at, w) AS f FROM %s.wide WHERE id = -2").error())
        .contains("expected a varint within the range of bigint, found one of 65 bits");
  }
}
