/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.ConnectionInitException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CDCWriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryConsistencyException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.range.Range.Part;

/** What to do about a request that has failed, and what to say of it. */
public final class Failures {
  private static final Duration UNREACHED = Duration.ofSeconds(5);

  private static final List<Class<?>> TOO_MUCH =
      List.of(ReadTimeoutException.class, OverloadedException.class, DriverTimeoutException.class);
  private static final List<Class<?>> PASSING =
      List.of(
          // Too few replicas are alive, have answered, or have confirmed a write in time.
          UnavailableException.class,
          QueryConsistencyException.class,
          CDCWriteFailureException.class,
          BootstrappingException.class,
          ServerError.class,
          NodeUnavailableException.class,
          BusyConnectionException.class,
          ClosedConnectionException.class,
          ConnectionInitException.class,
          HeartbeatException.class,
          RequestThrottlingException.class,
          // What the driver passes on where a connection breaks while it writes a request.
          IOException.class);

  private static final List<Class<?>> SILENT =
      List.of(
          DriverTimeoutException.class,
          NodeUnavailableException.class,
          ClosedConnectionException.class,
          HeartbeatException.class,
          IOException.class);

  private Failures() {}

  public static Remedy remedy(Throwable failure) {
    // Without an error of a node, no node was there to be asked.
    return causes(failure)
        .map(Failures::remedyOfOne)
        .min(Remedy::compareTo)
        .orElse(Remedy.ASK_AGAIN);
  }

  private static Remedy remedyOfOne(Throwable cause) {
    if (cause instanceof ReadFailureException failure) {
      return ReplicaFailure.of(failure).stream()
          .map(ReplicaFailure::remedy)
          .min(Remedy::compareTo)
          .orElseThrow();
    }
    if (isOneOf(TOO_MUCH, cause)) {
      return Remedy.ASK_FOR_LESS;
    }
    return isOneOf(PASSING, cause) ? Remedy.ASK_AGAIN : Remedy.STOP;
  }

  /** Whether a node has given no answer at all. */
  public static boolean isSilence(Throwable failure) {
    return causes(failure).anyMatch(cause -> isOneOf(SILENT, cause));
  }

  /**
   * Whether the same request may succeed later. One that reads too many tombstones, for example,
   * does not, but one that asks for less may.
   */
  public static boolean mayPass(Throwable failure) {
    return remedy(failure) != Remedy.STOP
        && causes(failure)
            .noneMatch(
                cause ->
                    cause instanceof ReadFailureException read
                        && ReplicaFailure.of(read).stream().noneMatch(ReplicaFailure::isPassing));
  }

  /** Whether less may succeed of what cannot pass. */
  public static boolean isTooMuch(Throwable failure) {
    return failure instanceof DriverException
        && !mayPass(failure)
        && remedy(failure) == Remedy.ASK_FOR_LESS;
  }

  /** Whether a deadline of a server has ended a request. */
  public static boolean isDeadline(Throwable failure) {
    return causes(failure).anyMatch(ReadTimeoutException.class::isInstance);
  }

  /** The errors of the nodes that were asked; the failure itself where it is of one request. */
  private static Stream<Throwable> causes(Throwable failure) {
    return failure instanceof AllNodesFailedException all
        ? all.getAllErrors().values().stream().flatMap(List::stream).flatMap(Failures::causes)
        : Stream.of(failure);
  }

  private static boolean isOneOf(List<Class<?>> types, Throwable cause) {
    return types.stream().anyMatch(type -> type.isInstance(cause));
  }

  /** Why a run stops, in one line. */
  public static StatsException stopped(Throwable failure) {
    if (failure instanceof StatsException told) {
      return told;
    }
    String message = line(failure);
    if (failure instanceof UnauthorizedException) {
      return new StatsException(
          "No permission: %s. Needed are SELECT on the table and EXECUTE on the functions."
              .formatted(message),
          failure);
    }
    Optional<String> missing = missingFunction(failure);
    if (missing.isPresent()) {
      return new StatsException(missing.get(), failure);
    }
    if (failure instanceof InvalidQueryException && message.contains("ALLOW FILTERING")) {
      return new StatsException(
          "A condition needs filtering, which reads rows in vain: leave it out, or put an index on its column. Cassandra says: "
              + message,
          failure);
    }
    if (isTooMuch(failure)) {
      return StatsException.unavailable("The rows cannot be read: " + message + ".", failure);
    }
    if (failure instanceof ClosedConnectionException) {
      return StatsException.unavailable(
          "The session was closed, or lost its connections, while the query ran: " + message + ".",
          failure);
    }
    if (failure instanceof DriverException) {
      return new StatsException("Cassandra refuses the query: " + message, failure);
    }
    if (failure instanceof RuntimeException thrown) {
      // Of a listener, say: whose it is gets it as it is.
      throw thrown;
    }
    throw new IllegalStateException(failure);
  }

  /**
   * What to say where Cassandra does not know a function.
   *
   * @return one line; empty if the request has failed for another reason
   */
  public static Optional<String> missingFunction(Throwable failure) {
    String message = line(failure);
    return failure instanceof InvalidQueryException && message.contains("nknown function")
        ? Optional.of(
            message
                + ". Is the pack installed, and in this keyspace? cassandra-stats verify tells. query --lane client needs neither.")
        : Optional.empty();
  }

  /**
   * What to say where too few replicas are alive for a consistency level.
   *
   * @return empty if the request has failed for another reason
   */
  public static Optional<StatsException> unreachable(Throwable failure) {
    return causes(failure)
        .filter(UnavailableException.class::isInstance)
        .findFirst()
        .map(
            cause ->
                StatsException.unavailable(
                    "No answer: %s. Start the nodes that are down, or ask at a lower consistency level."
                        .formatted(line(cause)),
                    failure));
  }

  /**
   * How long a request is repeated. A consistency level that none has reached may be one that never
   * can be; later, a node may be restarting.
   *
   * @param retryTimeout how long at most
   * @param first whether no request has succeeded before
   */
  public static Duration patience(Throwable failure, Duration retryTimeout, boolean first) {
    return first && unreachable(failure).isPresent() && retryTimeout.compareTo(UNREACHED) > 0
        ? UNREACHED
        : retryTimeout;
  }

  /**
   * A failure in one line without a full stop: its message, or its type where it has none; of
   * several nodes, that of the first.
   */
  public static String line(Throwable failure) {
    Throwable shown = causes(failure).findFirst().orElse(failure);
    if (shown instanceof ReadFailureException read) {
      return ReplicaFailure.of(read).stream()
          .map(ReplicaFailure::description)
          .collect(Collectors.joining("; "));
    }
    if (shown instanceof UnavailableException few) {
      return "the consistency level %s needs %d replicas, of which %d %s alive"
          .formatted(
              few.getConsistencyLevel(),
              few.getRequired(),
              few.getAlive(),
              few.getAlive() == 1 ? "is" : "are");
    }
    String message = shown.getMessage();
    return message == null || message.isBlank()
        ? shown.getClass().getSimpleName()
        : withoutInternals(message).replaceAll("\\s+", " ").replaceAll("[. ]+$", "");
  }

  /**
   * A message of the driver: nodes by their addresses only, and without what it says to
   * programmers.
   */
  public static String withoutInternals(String message) {
    return message
        .replaceAll("Node\\(endPoint=([^,)]*)[^)]*\\)", "$1")
        .replaceAll(" \\(showing [^)]*getAllErrors\\(\\)[^)]*\\)", "");
  }

  private static final long FIRST_MILLIS = 50;
  private static final int MOST_DOUBLINGS = 6;

  /**
   * Halves ask for less than what has failed: they need not wait as long as what stays the same.
   */
  private static final int MOST_DOUBLINGS_OF_HALVES = 3;

  /** The pause in milliseconds before a part is read that has failed, or a larger one around it. */
  public static long pauseMillis(Part<?> part) {
    return part.attempts() > 0
        ? pauseMillis(part.attempts())
        : pauseMillis(Math.min(part.failures(), MOST_DOUBLINGS_OF_HALVES));
  }

  /**
   * A pause before a request is repeated: by chance, from half of a longest one up to it, which
   * doubles with each failure from 50 ms to 3.2 s.
   *
   * @param failures so far; 0 or more, of which the first six count
   * @return 25 to 3200 milliseconds
   */
  public static long pauseMillis(int failures) {
    long longest = FIRST_MILLIS << Math.min(failures, MOST_DOUBLINGS);
    return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
  }
}
