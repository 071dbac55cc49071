/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.cassandrastats.uda.contract.SampleColumns.Sample;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What holds for the state function, the merge function and the accessors of every aggregate.
 *
 * @param <R> a row: the arguments of the state function besides the state
 */
public abstract class StateContract<R> {
  /** Every single bit, and some bits together. */
  private static final int[] CORRUPTIONS = {1, 2, 4, 8, 16, 32, 64, 128, 3, 0x55, 0x7f, 0xf0, 0xff};

  protected abstract ByteBuffer accumulate(ByteBuffer state, R row);

  protected abstract ByteBuffer union(ByteBuffer left, ByteBuffer right);

  /** What the aggregate that merges starts from. */
  protected ByteBuffer startOfMerge() {
    return Blobs.startOfMerge();
  }

  /** As the aggregate that merges does. */
  final ByteBuffer append(ByteBuffer state, ByteBuffer part) {
    return union(state.remaining() == 0 ? startOfMerge() : state, part);
  }

  /** What ends the aggregate: the state as it is stored. */
  protected ByteBuffer finish(ByteBuffer state) {
    return state;
  }

  protected abstract boolean isValid(ByteBuffer state);

  /** The accessors that read this aggregate's state, by CQL name. */
  protected abstract Map<String, Function<ByteBuffer, Object>> accessors();

  /** What the accessors should answer, computed in another way. */
  protected abstract Map<String, Object> expected(List<R> rows);

  protected abstract List<R> rows(double[] values);

  /** Rows that must be skipped; none where the types have no such values. */
  protected abstract List<R> skippedRows();

  protected abstract int maximumSize();

  /** Rows whose state has the maximum size. */
  protected List<R> rowsOfMaximumSize() {
    return rows(SampleColumns.normal(3, 5_000, 0, 1e6).values());
  }

  /** Whether final states have a checksum: all but the images of others. */
  protected boolean hasChecksum() {
    return true;
  }

  /**
   * Whether an accessor may answer of a state whose structure is right and whose contents are not.
   */
  protected boolean readsStructureOnly(String accessor) {
    return false;
  }

  /** A version that is not read. */
  protected int futureVersion() {
    return 3;
  }

  /** What an error says of a state with that version. */
  protected String versionError() {
    return "with 0x103";
  }

  /**
   * Whether rows come in an order: each one of {@link #rows} behind those of the calls before.
   * States then merge only where they do not overlap.
   */
  protected boolean isOrdered() {
    return false;
  }

  private static void assertOverlap(ThrowingCallable merge) {
    assertThatThrownBy(merge)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected ranges of time that do not overlap");
  }

  /** Whether there is a row too many. */
  protected boolean countsRows() {
    return true;
  }

  /** A valid state that counts 2^63-1 rows, made from a state of some. */
  protected byte[] withLargestCount(byte[] state) {
    ByteBuffer.wrap(state).putLong(8, Long.MAX_VALUE);
    return Blobs.sealed(state);
  }

  /** The largest count, as an error says it. */
  protected String countError() {
    return "2^63-1";
  }

  /** The size of the union of a state of maximum size with itself. */
  protected int maximumUnionSize() {
    return maximumSize();
  }

  /** Compares an answer; exactly, unless a subclass documents an error. */
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    assertThat(actual).as(accessor).isEqualTo(expected);
  }

  protected final ByteBuffer stateOf(List<R> rows) {
    ByteBuffer state = Blobs.none();
    for (R row : rows) {
      state = accumulate(state, row);
    }
    return state;
  }

  /** What accessors are asked of; the final state, if they refuse transition states. */
  protected ByteBuffer asked(ByteBuffer state) {
    return state;
  }

  /** A final state, in a buffer that no function takes for its own. */
  final ByteBuffer stored(ByteBuffer state) {
    return Blobs.stored(finish(state));
  }

  private void assertAnswers(ByteBuffer state, List<R> rows) {
    ByteBuffer asked = asked(state);
    expected(rows)
        .forEach(
            (accessor, expected) ->
                assertAnswer(accessor, accessors().get(accessor).apply(asked), expected));
  }

  private ByteBuffer exampleState() {
    return stored(stateOf(rows(SampleColumns.normal(7, 6, 10, 3).values())));
  }

  static List<Sample> samples() {
    return SampleColumns.all();
  }

  @Test
  void should_expect_an_answer_of_every_accessor() {
    assertThat(expected(rows(new double[] {1})).keySet())
        .containsExactlyInAnyOrderElementsOf(accessors().keySet());
  }

  @TestFactory
  List<DynamicTest> should_give_null_without_rows() {
    List<DynamicTest> tests = new ArrayList<>();
    accessors()
        .forEach(
            (name, accessor) ->
                tests.add(
                    DynamicTest.dynamicTest(
                        name,
                        () -> {
                          assertThat(accessor.apply(null)).isNull();
                          assertThat(accessor.apply(Blobs.none())).isNull();
                        })));
    return tests;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void should_agree_with_the_oracle(Sample sample) {
    List<R> rows = rows(sample.values());

    assertAnswers(stateOf(rows), rows);
    assertAnswers(stored(stateOf(rows)), rows);
  }

  @Test
  void should_skip_rows_that_are_not_finite() {
    List<R> skipped = skippedRows();
    List<R> mixed = new ArrayList<>(skipped);
    mixed.addAll(rows(new double[] {2, 1, 3}));
    mixed.addAll(skipped);

    assertAnswers(stateOf(skipped), skipped);
    assertAnswers(stateOf(mixed), mixed);
    assertThat(isValid(stateOf(skipped))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void should_split_and_merge_at_every_cut(Sample sample) {
    List<R> rows = rows(sample.values());
    for (int cut = 0; cut <= rows.size(); cut++) {
      ByteBuffer left = stored(stateOf(rows.subList(0, cut)));
      ByteBuffer right = stored(stateOf(rows.subList(cut, rows.size())));

      ByteBuffer merged = union(union(union(Blobs.none(), left), Blobs.none()), right);

      assertThat(isValid(merged)).as("cut %d", cut).isTrue();
      assertAnswers(merged, rows);
      ByteBuffer appended = append(append(append(Blobs.none(), left), Blobs.none()), right);
      // A merge of nothing has no state, but what it started from.
      appended = appended.equals(startOfMerge()) ? finish(appended) : appended;
      assertThat(isValid(appended)).as("cut %d", cut).isTrue();
      assertAnswers(appended, rows);
      assertThat(Blobs.hex(finish(appended))).as("cut %d", cut).isEqualTo(Blobs.hex(merged));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void should_merge_in_any_grouping(Sample sample) {
    List<R> rows = rows(sample.values());
    int third = rows.size() / 3;
    ByteBuffer a = stored(stateOf(rows.subList(0, third)));
    ByteBuffer b = stored(stateOf(rows.subList(third, 2 * third)));
    ByteBuffer c = stored(stateOf(rows.subList(2 * third, rows.size())));

    assertAnswers(union(union(a, b), c), rows);
    assertAnswers(union(a, union(b, c)), rows);
  }

  @Test
  void should_stay_empty_when_empty_states_are_merged() {
    assertThat(union(Blobs.none(), Blobs.none()).remaining()).isZero();
    assertThat(finish(append(Blobs.none(), Blobs.none())).remaining()).isZero();
    assertThat(finish(startOfMerge()).remaining()).isZero();
  }

  @Test
  void should_start_from_nothing_but_the_empty_blob() {
    List<R> rows = new ArrayList<>(rows(new double[] {4, -2}));
    rows.addAll(skippedRows());
    byte[] stored = Blobs.bytes(exampleState());
    for (R row : rows) {
      for (byte[] blob : List.of(stored, new byte[] {0}, new byte[33], new byte[89])) {
        Hostile.assertNoStart(this, ByteBuffer.wrap(blob.clone()), row);
      }
    }
  }

  @Test
  void should_merge_a_state_with_itself() {
    List<R> rows = rows(new double[] {4, -2, 8, 1});
    List<R> twice = new ArrayList<>(rows);
    twice.addAll(rows);
    ByteBuffer own = stateOf(rows);

    if (isOrdered()) {
      assertOverlap(() -> union(own, own));
    } else {
      assertAnswers(union(own, own), twice);
    }
  }

  @TestFactory
  List<DynamicTest> should_read_a_state_in_every_kind_of_buffer_and_leave_it_alone() {
    byte[] state = Blobs.bytes(exampleState());
    ByteBuffer direct = ByteBuffer.allocateDirect(state.length);
    direct.put(0, state);
    Map<String, ByteBuffer> buffers =
        Map.of(
            "array", ByteBuffer.wrap(state.clone()),
            "inside a frame", Blobs.framed(state, 5, 3),
            "last column of a composite partition key", Blobs.framed(state, 9, 1),
            "first in a slab", Blobs.framed(state, 0, 168),
            "read-only", ByteBuffer.wrap(state.clone()).asReadOnlyBuffer(),
            "direct", direct,
            "little-endian order", ByteBuffer.wrap(state.clone()).order(ByteOrder.LITTLE_ENDIAN),
            "little-endian order inside a frame",
                Blobs.framed(state, 16, 0).order(ByteOrder.LITTLE_ENDIAN));
    List<DynamicTest> tests = new ArrayList<>();
    buffers.forEach(
        (name, buffer) ->
            tests.add(DynamicTest.dynamicTest(name, () -> assertReadOnly(buffer, state))));
    return tests;
  }

  private void assertReadOnly(ByteBuffer buffer, byte[] state) {
    ByteBuffer before = buffer.duplicate().order(buffer.order());
    ByteBuffer plain = ByteBuffer.wrap(state.clone());
    List<R> more = rows(new double[] {-100, 12.5, 100});

    accessors()
        .forEach(
            (name, accessor) ->
                assertThat(accessor.apply(buffer)).as(name).isEqualTo(accessor.apply(plain)));
    assertThat(isValid(buffer)).isTrue();
    for (R row : more) {
      Hostile.assertNoStart(this, buffer, row);
    }
    ByteBuffer other = stored(stateOf(more));
    assertThat(Blobs.hex(union(buffer, other))).isEqualTo(Blobs.hex(union(plain, other)));
    assertThat(Blobs.hex(union(other, buffer))).isEqualTo(Blobs.hex(union(other, plain)));
    assertThat(Blobs.hex(union(buffer, Blobs.none()))).isEqualTo(Blobs.hex(plain));
    assertThat(Blobs.hex(union(Blobs.none(), buffer))).isEqualTo(Blobs.hex(plain));

    assertThat(buffer.position()).isEqualTo(before.position());
    assertThat(buffer.limit()).isEqualTo(before.limit());
    assertThat(buffer.order()).isEqualTo(before.order());
    assertThat(Blobs.bytes(buffer)).isEqualTo(state);
  }

  @Test
  void should_leave_the_right_state_of_a_merge_alone_even_if_it_is_its_own() {
    List<R> all = rows(new double[] {7, 8, 1, 2, 3});
    List<R> rows = all.subList(2, 5);
    List<R> twice = new ArrayList<>(rows);
    twice.addAll(rows);
    ByteBuffer right = stateOf(rows);
    String before = Blobs.hex(right);

    ByteBuffer merged = union(stateOf(all.subList(0, 2)), right);

    assertThat(Blobs.hex(right)).isEqualTo(before);
    assertAnswers(merged, all);
    if (isOrdered()) {
      assertOverlap(() -> append(append(Blobs.none(), right), right));
    } else {
      assertAnswers(append(append(Blobs.none(), right), right), twice);
    }
    assertThat(Blobs.hex(right)).isEqualTo(before);
    Throwable refusal =
        catchThrowable(() -> accumulate(union(Blobs.none(), right), rows(new double[] {5}).get(0)));
    // Some state functions go on from a union.
    assertThat(refusal)
        .satisfiesAnyOf(
            thrown -> assertThat(thrown).isNull(),
            thrown -> assertThat(thrown).isInstanceOf(IllegalArgumentException.class));
    assertThat(Blobs.hex(right)).isEqualTo(before);
  }

  @Test
  void should_survive_corruption_of_every_byte() {
    byte[] state = Blobs.bytes(exampleState());
    for (int offset = 0; offset < state.length; offset++) {
      for (int mask : CORRUPTIONS) {
        byte[] corrupted = state.clone();
        corrupted[offset] ^= (byte) mask;
        assertSurvives(corrupted, "byte " + offset + " ^ " + mask);
      }
    }
  }

  /** A change is refused; with a checksum made for it, it may change the answers. */
  private void assertSurvives(byte[] corrupted, String description) {
    if (hasChecksum()) {
      Hostile.assertRefused(this, corrupted, "expected");
      Hostile.assertNoOtherError(this, Blobs.sealed(corrupted), description);
    } else {
      Hostile.assertRefusedOrConsistent(this, corrupted, description);
    }
  }

  @Test
  void should_survive_random_bytes_behind_a_good_preamble() {
    byte[] state = Blobs.bytes(exampleState());
    for (long seed : SampleColumns.SEEDS) {
      Random random = new Random(seed);
      for (int round = 0; round < 500; round++) {
        byte[] corrupted = state.clone();
        int words = 1 + random.nextInt(3);
        for (int word = 0; word < words; word++) {
          int offset = 8 * (1 + random.nextInt(state.length / 8 - 1));
          ByteBuffer.wrap(corrupted).putLong(offset, random.nextLong());
        }
        assertSurvives(corrupted, "seed " + seed + ", round " + round);
      }
    }
  }

  @Test
  void should_refuse_a_state_of_any_other_length() {
    byte[] state = Blobs.bytes(exampleState());
    for (int length = 1; length < state.length + 20; length++) {
      if (length != state.length) {
        Hostile.assertRefused(this, Arrays.copyOf(state, length), "expected");
      }
    }
  }

  @Test
  void should_refuse_other_families_and_versions() {
    byte[] state = Blobs.bytes(exampleState());
    byte[] foreign = state.clone();
    foreign[2] = 99;
    Hostile.assertRefused(this, foreign, hasChecksum() ? "with 0x10263" : "type 99");
    byte[] future = state.clone();
    future[1] = (byte) futureVersion();
    Hostile.assertRefused(this, future, versionError());
    byte[] past = state.clone();
    past[1] = (byte) (hasChecksum() ? 1 : 0);
    Hostile.assertRefused(
        this, past, hasChecksum() ? "its format of before the first release" : "version 0");
  }

  @Test
  void should_refuse_counts_that_do_not_fit_and_keep_the_state() {
    assumeTrue(countsRows());
    byte[] full = withLargestCount(Blobs.bytes(exampleState()));
    ByteBuffer state = ByteBuffer.wrap(full.clone());
    assertThat(isValid(state)).isTrue();
    ByteBuffer own = stateOf(rows(new double[] {3, 9}));
    String before = Blobs.hex(own);
    assertThatThrownBy(() -> union(own, state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(countError());
    ByteBuffer appended = append(Blobs.none(), stored(own));
    assertThatThrownBy(() -> append(appended, state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(countError());
    assertThat(Blobs.hex(own)).isEqualTo(before);
    assertThat(Blobs.bytes(state)).isEqualTo(full);
  }

  /** A row that a full state counted would make it invalid. */
  @Test
  void should_add_no_row_to_a_state_whose_count_is_full() {
    assumeTrue(countsRows());
    byte[] full = withLargestCount(Blobs.bytes(exampleState()));
    R row = rows(new double[] {10}).get(0);
    ByteBuffer none = append(Blobs.none(), ByteBuffer.wrap(full));

    Hostile.assertNoStart(this, none, row);
    Hostile.assertNoStart(this, append(none, Blobs.none()), row);
  }

  @Test
  void should_stay_within_its_size_and_reach_it() {
    ByteBuffer state = Blobs.none();
    int largest = 0;
    for (R row : rowsOfMaximumSize()) {
      state = accumulate(state, row);
      largest = Math.max(largest, finish(state).remaining());
    }

    assertThat(largest).isEqualTo(maximumSize());
    ByteBuffer other = isOrdered() ? stateOf(rowsOfMaximumSize()) : state;
    assertThat(union(stored(state), stored(other)).remaining()).isEqualTo(maximumUnionSize());
  }
}
