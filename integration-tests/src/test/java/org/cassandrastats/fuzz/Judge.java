/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.fuzz.MeasuredCall.Outcome;
import org.cassandrastats.udf.state.Buffers;

/** Whether what came of a call is right, as far as a single call shows it. */
final class Judge {
  private static final Pattern NOT_A_STATE =
      Pattern.compile("not an? \\w+ state: .*", Pattern.DOTALL);

  /** Accessors of extremes ask for a statistic or type that not every state of the family has. */
  private static final Pattern OTHER_STATE =
      Pattern.compile(
          "; this is a state of |; extremes_text shows the state|; chunk_values gives any");

  /** A message says what was expected, or why there is no answer. */
  private static final Pattern CLEAR =
      Pattern.compile("expected|would exceed|; this is a state of ");

  /** Long enough for two lists of edges; a state is never printed as a whole. */
  private static final int LONGEST_MESSAGE = 500;

  /** What aggregates over rows start from where it is not the empty blob. */
  private static final Set<ByteBuffer> INITIAL =
      Annotated.functions().stream()
          .filter(AnnotatedFunction::takesRows)
          .flatMap(function -> function.aggregates().stream())
          .map(aggregate -> ByteBuffer.wrap(aggregate.initial()))
          .filter(ByteBuffer::hasRemaining)
          .collect(Collectors.toSet());

  private final MeasuredCall call;
  private final Map<String, Family> families = new TreeMap<>();

  Judge(MeasuredCall call) {
    this.call = call;
    Family.all().forEach(family -> families.put(family.name(), family));
  }

  /** Whether a blob is a state of the family; null where no function tells. */
  Boolean isValid(Family family, ByteBuffer state) {
    Subject subject = family.subject("is_valid");
    return subject == null ? null : (Boolean) answer(subject, state);
  }

  /** The answer to a call that must not be refused. */
  Object answer(Subject subject, Object... arguments) {
    Outcome outcome = call.of(subject, arguments);
    if (outcome.refusal() != null) {
      throw new Finding(
          "refused: " + outcome.refusal().getMessage(), subject, arguments, outcome.refusal());
    }
    String problem = problemOfNumbers(subject, outcome.answer());
    if (problem != null) {
      throw new Finding(problem, subject, arguments, null);
    }
    return outcome.answer();
  }

  /**
   * Makes a call that may be refused.
   *
   * @param isState whether all states among the arguments are states of the family; null where that
   *     is not known
   * @return the answer; null where it was refused
   */
  Object judged(Family family, Subject subject, Boolean isState, Object... arguments) {
    Outcome outcome = call.of(subject, arguments);
    String problem =
        outcome.refusal() == null
            ? problemOfAnswer(family, subject, isState, arguments, outcome.answer())
            : problemOfRefusal(family, subject, isState, arguments, outcome.refusal());
    if (problem != null) {
      throw new Finding(problem, subject, arguments, outcome.refusal());
    }
    return outcome.answer();
  }

  private String problemOfAnswer(
      Family family, Subject subject, Boolean isState, Object[] arguments, Object answer) {
    boolean isEmpty = !((ByteBuffer) arguments[subject.blobs().get(0)]).hasRemaining();
    if (subject.takesRows() && !isEmpty && !INITIAL.contains(arguments[subject.blobs().get(0)])) {
      return "went on from a state that is not its own";
    }
    if (Boolean.FALSE.equals(isState)) {
      return mayAnswer(family, subject, arguments)
          ? null
          : "answered " + Finding.shown(answer) + " for an invalid state";
    }
    if (answer instanceof ByteBuffer state
        && !subject.name().endsWith("_blob")
        && state.hasRemaining()
        && Boolean.FALSE.equals(isValid(familyOfAnswer(family, subject), state))) {
      return "answered the invalid state " + Finding.shown(state);
    }
    return problemOfNumbers(subject, answer);
  }

  /**
   * Whether a function may answer anything for an invalid state: what only reads it looks at its
   * structure and its checksum, which somebody may have forged, or of a digest at its head.
   */
  private static boolean mayAnswer(Family family, Subject subject, Object[] arguments) {
    if (INITIAL.contains(arguments[subject.blobs().get(0)])
        && (subject.takesRows() || subject.name().endsWith("_state"))) {
      return true;
    }
    if (Buffers.startsMerge((ByteBuffer) arguments[subject.blobs().get(0)])
        && (subject.name().endsWith("_union") || subject.name().endsWith("_state"))) {
      return true;
    }
    if (subject.name().equals("tdigest_union")
        && subject.blobs().stream().anyMatch(index -> isImage((ByteBuffer) arguments[index]))) {
      return true;
    }
    boolean reads =
        subject.blobs().size() == 1
            || !subject.function().returns().equals("blob")
            || family.isWrittenAnew();
    return family.isSealed()
        ? reads
            && subject.blobs().stream()
                .map(index -> (ByteBuffer) arguments[index])
                .allMatch(state -> !state.hasRemaining() || family.isIntact(state))
        : isReadByStructure(subject);
  }

  /** Of an image of others: what looks at the header alone. */
  private static boolean isReadByStructure(Subject subject) {
    return subject.name().matches("(hll|theta)_.*")
        ? subject.blobs().size() == 1 && !subject.name().endsWith("_is_valid")
        : List.of("tdigest_count", "tdigest_min", "tdigest_max").contains(subject.name());
  }

  /**
   * Of another library, which is no state: the union of digests converts those of MergingDigest.
   */
  private static boolean isImage(ByteBuffer blob) {
    int encoding = blob.remaining() < 30 ? 0 : blob.getInt(blob.position());
    return encoding == 1 || encoding == 2;
  }

  /** That of the state; for example {@code chunk_moments} answers a state of {@code moments}. */
  private Family familyOfAnswer(Family family, Subject subject) {
    String question = subject.name().replaceFirst("^" + family.name() + "_(to_)?", "");
    return families.getOrDefault(question, family);
  }

  /** The points of a chunk may be anything; all other answers are finite. */
  private static String problemOfNumbers(Subject subject, Object answer) {
    return subject.name().equals("chunk_values") ? null : ValidAnswer.problem(answer);
  }

  private static String problemOfRefusal(
      Family family,
      Subject subject,
      Boolean isState,
      Object[] arguments,
      IllegalArgumentException refusal) {
    String message = refusal.getMessage();
    boolean takesOnlyStates = subject.blobs().size() == arguments.length;
    boolean isClear =
        message != null && message.length() <= LONGEST_MESSAGE && CLEAR.matcher(message).find();
    if (!isClear) {
      return "refused without a clear message: " + message;
    }
    if (isState == null || subject.takesRows()) {
      return null;
    }
    boolean saysNotAState = NOT_A_STATE.matcher(message).matches();
    if (isState && saysNotAState) {
      return "refused a valid state: " + message;
    }
    if (!isState && takesOnlyStates && !saysNotAState && !mayAnswer(family, subject, arguments)) {
      return "refused an invalid state with: " + message;
    }
    if (isState && arguments.length == 1 && !OTHER_STATE.matcher(message).find()) {
      return "refused a valid state: " + message;
    }
    return null;
  }
}
