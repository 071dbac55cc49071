/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How one request ended.
 *
 * @param seconds until the driver had the answer or gave up
 * @param serverSeconds that the coordinator took by its own trace; null where it was not traced
 * @param outcome whether the answer was the exact one
 * @param error the class of the driver's exception; null without
 * @param message of the exception, or what is wrong with the answer; null without
 * @param numbers what else was measured, by name
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Attempt(
    double seconds,
    Double serverSeconds,
    Outcome outcome,
    String error,
    String message,
    Map<String, Double> numbers) {

  /** How a request can end. */
  public enum Outcome {
    /** The answer is the exact one, within the error that its documentation allows. */
    @JsonProperty("exact")
    EXACT,
    /** The answer is wrong, which must never be. */
    @JsonProperty("wrong")
    WRONG,
    /** There is no answer but an exception. */
    @JsonProperty("failed")
    FAILED
  }

  /** Copies the numbers. */
  public Attempt {
    numbers = numbers == null ? Map.of() : Map.copyOf(numbers);
  }

  /**
   * An answer that has been checked.
   *
   * @param wrong what is wrong with it, if anything is
   */
  public static Attempt of(double seconds, Optional<String> wrong) {
    return wrong.map(what -> wrong(seconds, what)).orElseGet(() -> exact(seconds, null));
  }

  /** An answer that was the exact one. */
  public static Attempt exact(double seconds, Double serverSeconds) {
    return new Attempt(seconds, serverSeconds, Outcome.EXACT, null, null, Map.of());
  }

  /** An answer that was not. */
  public static Attempt wrong(double seconds, String what) {
    return new Attempt(seconds, null, Outcome.WRONG, null, what, Map.of());
  }

  /** No answer. */
  public static Attempt failed(double seconds, Throwable problem) {
    return failed(seconds, problem.getClass().getSimpleName(), problem.getMessage());
  }

  /** No answer, but an error of some name. */
  public static Attempt failed(double seconds, String error, String message) {
    return new Attempt(seconds, null, Outcome.FAILED, error, message, Map.of());
  }

  /** The same with one more number. */
  public Attempt with(String name, double value) {
    return with(Map.of(name, value));
  }

  /** The same with more numbers. */
  public Attempt with(Map<String, Double> others) {
    Map<String, Double> more = new TreeMap<>(numbers);
    more.putAll(others);
    return new Attempt(seconds, serverSeconds, outcome, error, message, more);
  }

  /** Whether nothing was asked: a size of a table, say, stands among the runs. */
  @JsonIgnore
  public boolean isNote() {
    return isExact() && seconds == 0;
  }

  /** The same with what the coordinator says. */
  public Attempt withServerSeconds(Double other) {
    return new Attempt(seconds, other, outcome, error, message, numbers);
  }

  /** Whether the answer was the exact one. */
  @JsonIgnore
  public boolean isExact() {
    return outcome == Outcome.EXACT;
  }
}
