/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.cassandrastats.live.Effort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every flipped bit of a final state is noticed by every function that takes it, and so is every
 * one of thousands of random pairs. Digests have no checksum: what is let through there is finite,
 * between minimum and maximum, and monotone.
 */
class DetectionTest {
  private static final long SEED = 20_261_122L;
  private static final int PAIRS = Effort.times(2_500);

  /** {@code -Dtests.effort=100} makes 2.5 million of them for each family. */
  private static final int CHANGES = Effort.times(25_000);

  private static final int MINIMUM_BYTES = 40;
  private static final int MAXIMUM_BYTES = 400;

  private final Judge judge = new Judge(new MeasuredCall());

  static List<Family> families() {
    return Family.all().stream().filter(family -> !family.name().equals("points")).toList();
  }

  static List<Family> sealed() {
    return families().stream().filter(Family::isSealed).toList();
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_notice_flipped_bits(Family family) {
    SplittableRandom random = new SplittableRandom(SEED);
    byte[] state = state(family, random);
    List<byte[]> flipped = new ArrayList<>();
    for (int bit = 0; bit < 8 * state.length; bit++) {
      flipped.add(Change.flip(state.clone(), bit));
    }
    for (int pair = 0; pair < PAIRS; pair++) {
      int first = random.nextInt(8 * state.length);
      int second = (first + random.nextInt(1, 8 * state.length)) % (8 * state.length);
      flipped.add(Change.flip(Change.flip(state.clone(), first), second));
    }

    TreeMap<String, Integer> answers = new TreeMap<>();
    for (byte[] bytes : flipped) {
      for (Subject subject : family.subjects()) {
        if (subject.blobs().size() == 1
            && subject.function().types().size() == 1
            && !subject.name().endsWith("_is_valid")) {
          ByteBuffer blob = ByteBuffer.wrap(bytes);
          boolean isAnswered = new MeasuredCall().of(subject, blob).refusal() == null;
          answers.merge(subject.name(), isAnswered ? 1 : 0, Integer::sum);
        }
      }
      if (!family.isSealed() && judge.isValid(family, ByteBuffer.wrap(bytes))) {
        new Consistency(judge, family, ByteBuffer.wrap(bytes)).check();
      }
    }
    System.out.printf(
        "%s: of %,d states of %d bytes with one or two flipped bits, seed %d, answered: %s%n",
        family, flipped.size(), state.length, SEED, answers);
    if (family.isSealed()) {
      assertThat(answers.values()).isNotEmpty().containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("sealed")
  void should_notice_changes_of_every_kind(Family family) throws Throwable {
    SplittableRandom random = new SplittableRandom(SEED);
    BaseStates states = BaseStates.of(family, random);
    Subject count = family.subject("count");
    Change[] kinds = Change.values();
    Map<Change, Integer> tried = new EnumMap<>(Change.class);
    List<String> unnoticed = new ArrayList<>();
    for (int number = 0; number < CHANGES; number++) {
      Change change = kinds[number % kinds.length];
      byte[] state = states.any(random);
      byte[] changed = change.of(state, random);
      if (!Arrays.equals(changed, state)) {
        tried.merge(change, 1, Integer::sum);
        if (isAnswered(count, changed)) {
          unnoticed.add(change + " " + HexFormat.of().formatHex(changed));
        }
      }
    }
    System.out.printf("%s: changes of states, seed %d: %s%n", family, SEED, tried);
    assertThat(tried).hasSameSizeAs(kinds);
    assertThat(unnoticed).as("changes that %s let through, seed %d", count, SEED).isEmpty();
  }

  /** A state of middle size, so that every part of its layout is there. */
  private static byte[] state(Family family, SplittableRandom random) {
    BaseStates states = BaseStates.of(family, random);
    byte[] state = states.any(random);
    while (state.length < MINIMUM_BYTES || state.length > MAXIMUM_BYTES) {
      state = states.any(random);
    }
    return state;
  }

  /** An accessor of a number: what it lets through is a wrong number. */
  private static boolean isAnswered(Subject subject, byte[] state) throws Throwable {
    try {
      subject.call(new Object[] {ByteBuffer.wrap(state)});
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }
}
