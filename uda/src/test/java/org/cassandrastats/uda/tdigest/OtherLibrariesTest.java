/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Digests of datasketches-java, of the Python package datasketches and of t-digest are read: files
 * that they wrote once, and what the Java libraries write now.
 */
class OtherLibrariesTest {
  private static final List<Double> QUANTILES =
      List.of(0.0, 0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0);

  /**
   * A digest.
   *
   * @param name such as java-k100-n50.bin
   * @param now the bytes if they were just written, null if they are in the file of that name
   */
  private record Fixture(String name, ByteBuffer now) {
    ByteBuffer bytes() throws IOException {
      return now == null ? OtherLibraries.fixture(name) : now.duplicate();
    }

    boolean isImage() {
      return !name.startsWith("tdunning");
    }

    int k() {
      return name.contains("merged") ? 100 : number("k");
    }

    int n() {
      return number("n");
    }

    private int number(String letter) {
      return Arrays.stream(name.replace(".bin", "").split("-"))
          .filter(part -> part.matches(letter + "\\d+"))
          .mapToInt(part -> Integer.parseInt(part.substring(1)))
          .findFirst()
          .orElseThrow();
    }

    @Override
    public String toString() {
      return name + (now == null ? "" : ", written now");
    }
  }

  static Stream<Fixture> fixtures() {
    List<Fixture> fixtures = new ArrayList<>();
    for (Map.Entry<String, byte[]> digest : OtherLibraries.java().entrySet()) {
      String name = digest.getKey();
      fixtures.add(new Fixture(name, ByteBuffer.wrap(digest.getValue())));
      fixtures.add(new Fixture(name, null));
      if (name.startsWith("java")) {
        fixtures.add(new Fixture(name.replace("java", "python"), null));
      }
    }
    return fixtures.stream();
  }

  static Stream<Fixture> filled() {
    return fixtures().filter(fixture -> fixture.n() > 0);
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void should_be_valid_if_it_is_an_image(Fixture fixture) throws IOException {
    assertThat(TdigestAccessors.isValid(fixture.bytes())).isEqualTo(fixture.isImage());
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void should_not_change_a_digest_by_the_empty_blob(Fixture fixture) throws IOException {
    ByteBuffer image = image(fixture);

    assertThat(TdigestAccessors.isValid(image)).isTrue();
    if (fixture.isImage()) {
      assertThat(Blobs.hex(image)).isEqualTo(Blobs.hex(fixture.bytes()));
    }
  }

  @ParameterizedTest
  @MethodSource("filled")
  void should_know_count_and_extremes(Fixture fixture) throws IOException {
    ByteBuffer image = image(fixture);

    assertThat(TdigestAccessors.count(image)).isEqualTo(fixture.n());
    assertThat(TdigestAccessors.min(image)).isEqualTo(0.0);
    assertThat(TdigestAccessors.max(image)).isEqualTo(FixtureColumn.maximum(fixture.n()));
  }

  @ParameterizedTest
  @MethodSource("filled")
  void should_give_right_quantiles(Fixture fixture) throws IOException {
    assertQuantiles(image(fixture), fixture);
  }

  @ParameterizedTest
  @MethodSource("filled")
  void should_merge_with_itself_and_with_a_state_of_this_project(Fixture fixture)
      throws IOException {
    ByteBuffer own = Blobs.none();
    for (double value : FixtureColumn.of(fixture.n())) {
      own = TdigestAggregates.accumulate(own, value, fixture.k());
    }

    ByteBuffer whole = TdigestUnion.union(fixture.bytes(), fixture.bytes());
    whole = TdigestUnion.union(whole, own);
    whole = TdigestUnion.union(own, whole);

    assertThat(TdigestAccessors.count(whole)).isEqualTo(4L * fixture.n());
    assertThat(TdigestAccessors.min(whole)).isEqualTo(0.0);
    assertThat(TdigestAccessors.max(whole)).isEqualTo(FixtureColumn.maximum(fixture.n()));
    assertQuantiles(whole, fixture);
  }

  @Test
  void should_have_no_quantile_of_no_values() throws IOException {
    for (String name : List.of("java-k100-n0.bin", "python-k100-n0.bin")) {
      assertThat(TdigestAccessors.count(OtherLibraries.fixture(name))).isIn(null, 0L);
      assertThat(Tdigest.quantile(OtherLibraries.fixture(name), 0.5)).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("filled")
  void should_refuse_a_digest_that_is_cut_off(Fixture fixture) throws IOException {
    ByteBuffer cut = fixture.bytes();
    cut.limit(cut.limit() - 1);

    assertThatThrownBy(() -> TdigestUnion.union(cut, fixture.bytes()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tdigest");
  }

  private static ByteBuffer image(Fixture fixture) throws IOException {
    return TdigestUnion.union(fixture.bytes(), Blobs.none());
  }

  /** A centroid holds at most some 3 / k of all values, and a quantile may be half of one off. */
  private static void assertQuantiles(ByteBuffer image, Fixture fixture) {
    for (double quantile : QUANTILES) {
      double value = Tdigest.quantile(image, quantile);
      assertThat(FixtureColumn.rankError(fixture.n(), quantile, value))
          .as("rank error of quantile %s, %s", quantile, value)
          .isLessThanOrEqualTo(fixture.n() <= 50 ? 1e-12 : 1.5 / fixture.k());
    }
  }
}
