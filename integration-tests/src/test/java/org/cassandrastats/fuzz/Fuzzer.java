/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.cassandrastats.annotated.JavaTypes;
import org.cassandrastats.pack.Values;

/** Sends mutated states of a family through every function that takes a state. */
final class Fuzzer {
  /**
   * One in so many states goes to another family, to functions of rows, and into a merge in place.
   */
  private static final int SOME = 8;

  /** Different problems that are shown. */
  private static final int MOST_KINDS = 20;

  private final Family family;
  private final List<Family> families;
  private final RandomGenerator random;
  private final BaseStates states;
  private final Mutator mutator;
  private final Values values;
  private final MeasuredCall call = new MeasuredCall();
  private final Judge judge = new Judge(call);
  private final Map<String, Finding> findings = new TreeMap<>();
  private long valid;

  Fuzzer(Family family, List<Family> families, RandomGenerator random) {
    this.family = family;
    this.families = families;
    this.random = random;
    this.states = BaseStates.of(family, random);
    this.mutator = new Mutator(states, family.isSealed(), family.order(), random);
    this.values = new Values(random, null);
  }

  /** Sends a number of states; the findings, one for each kind of problem. */
  Map<String, Finding> run(int count) {
    for (int number = 0; number < count && findings.size() < MOST_KINDS; number++) {
      byte[] state = mutator.next();
      send(family, state);
      if (random.nextInt(SOME) == 0) {
        send(families.get(random.nextInt(families.size())), state);
      }
    }
    return findings;
  }

  /** States that were valid after all. */
  long valid() {
    return valid;
  }

  MeasuredCall calls() {
    return call;
  }

  private void send(Family to, byte[] bytes) {
    ByteBuffer state = buffer(bytes);
    Boolean isValid;
    try {
      isValid = judge.isValid(to, state);
    } catch (Finding finding) {
      findings.putIfAbsent(finding.kind(), finding);
      return;
    }
    valid += Boolean.TRUE.equals(isValid) ? 1 : 0;
    for (Subject subject : to.subjects()) {
      if (subject.takesRows() && random.nextInt(SOME) != 0) {
        continue;
      }
      for (int position : subject.blobs()) {
        if (!subject.name().endsWith("_is_valid")) {
          attempt(() -> judge.judged(to, subject, isValid, arguments(subject, position, state)));
        }
      }
    }
    if (isValid != null && to.equals(family)) {
      ByteBuffer other = ByteBuffer.wrap(states.any(random));
      Merging merging = new Merging(judge, to);
      if (isValid && state.hasRemaining()) {
        attempt(() -> new Consistency(judge, to, state).check());
        attempt(() -> merging.check(state, other));
      }
      if (random.nextInt(SOME) == 0) {
        attempt(() -> merging.intoWorking(other, state, isValid));
      }
    }
    if (!state.equals(ByteBuffer.wrap(bytes))) {
      throw new IllegalStateException(
          "a function changed " + Finding.shown(ByteBuffer.wrap(bytes)));
    }
  }

  private void attempt(Runnable calls) {
    try {
      calls.run();
    } catch (Finding finding) {
      findings.putIfAbsent(finding.kind(), finding);
    }
  }

  private Object[] arguments(Subject subject, int position, ByteBuffer state) {
    Object[] arguments = new Object[subject.function().types().size()];
    Class<?>[] types = subject.function().method().getParameterTypes();
    for (int index = 0; index < arguments.length; index++) {
      String type = subject.function().types().get(index);
      if (index == position) {
        arguments[index] = state;
      } else if (type.equals("blob")) {
        arguments[index] = ByteBuffer.allocate(0);
      } else {
        String name = subject.function().parameterNames().get(index);
        // A wider varint is infinite or refused before a function sees it.
        String bounded = type.equals("varint") ? "bigint" : type;
        arguments[index] = JavaTypes.convert(values.any(bounded, name), types[index]);
      }
    }
    return arguments;
  }

  /**
   * The bytes as Cassandra hands them over: an array of their own, a part of a message, or a part
   * of a slab. None is like a buffer that a state function made for itself.
   */
  private ByteBuffer buffer(byte[] bytes) {
    int offset = random.nextInt(3) == 0 ? random.nextInt(1, 20) : 0;
    int room = random.nextInt(3) == 0 ? random.nextInt(1, 20) : 0;
    if (offset == 0 && (bytes.length + room) % 8 < 4) {
      room = 0;
    }
    byte[] array = new byte[offset + bytes.length + room];
    System.arraycopy(bytes, 0, array, offset, bytes.length);
    return ByteBuffer.wrap(array, offset, bytes.length);
  }
}
