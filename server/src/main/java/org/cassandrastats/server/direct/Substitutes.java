/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import com.google.common.collect.MapMaker;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What is to be executed instead of statements. An error decides nothing: the statement is executed
 * itself, and looked at again the next time.
 *
 * @param <T> statements
 */
final class Substitutes<T> {
  private final UnaryOperator<T> finder;
  private final Consumer<Throwable> failed;

  /** By the identity of a statement; empty where it is executed itself. */
  private final ConcurrentMap<T, Optional<T>> kept = new MapMaker().weakKeys().makeMap();

  /**
   * None yet.
   *
   * @param finder gives the statement itself where there is nothing else
   * @param failed takes what the finder throws
   */
  Substitutes(UnaryOperator<T> finder, Consumer<Throwable> failed) {
    this.finder = finder;
    this.failed = failed;
  }

  /** For a statement that is executed once. */
  T ofOnce(T statement) {
    return find(statement).orElse(statement);
  }

  /** For a statement that comes again. */
  T ofPrepared(T statement) {
    Optional<T> known = kept.get(statement);
    if (known == null) {
      Optional<T> found = find(statement);
      if (found.isEmpty()) {
        return statement;
      }
      // A value that led to its key would keep both permanently.
      known = found.filter(instead -> instead != statement);
      kept.put(statement, known);
    }
    return known.orElse(statement);
  }

  /** Empty after an error. */
  private Optional<T> find(T statement) {
    try {
      return Optional.of(finder.apply(statement));
    } catch (RuntimeException | LinkageError unexpected) {
      failed.accept(unexpected);
      return Optional.empty();
    }
  }
}
