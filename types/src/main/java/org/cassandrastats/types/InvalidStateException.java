/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.util.function.Supplier;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.TransportException;
import org.apache.cassandra.serializers.MarshalException;

/** A state type refuses bytes that are no state of its family, or text that stands for none. */
public final class InvalidStateException extends MarshalException {
  /** Characters that are shown of an error that Cassandra made of this one. */
  private static final int CONTEXT = 150;

  InvalidStateException(String message) {
    super(message);
  }

  InvalidStateException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Does a client's work. Where a state type refuses a value, the client's statement is wrong, but
   * Cassandra takes that for an error of the server in places: the arguments of a mask, and the
   * results of functions.
   *
   * @throws InvalidRequestException for such an error; all others stay as they are
   */
  public static <T> T asInvalidRequest(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException failed) {
      if (!(failed instanceof TransportException)) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
          if (cause instanceof InvalidStateException) {
            throw new InvalidRequestException(cause.getMessage() + context(failed, cause), failed);
          }
        }
      }
      throw failed;
    }
  }

  private static String context(RuntimeException failed, Throwable cause) {
    String message = failed.getMessage();
    if (failed == cause || message == null) {
      return "";
    }
    return " (" + start(message, CONTEXT) + ")";
  }

  /**
   * The start of a text. A client that is sent an error of more than 64 kB loses its connection.
   */
  static String start(String text, int characters) {
    return text.length() <= characters ? text : text.substring(0, characters) + "...";
  }
}
