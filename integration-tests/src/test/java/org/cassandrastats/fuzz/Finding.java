/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** A call that went wrong, with all that is needed to make it again. */
final class Finding extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String kind;

  Finding(String problem, Subject subject, Object[] arguments, Throwable cause) {
    super(
        problem
            + "\n  by "
            + subject.name()
            + Arrays.stream(arguments)
                .map(Finding::shown)
                .collect(Collectors.joining(", ", "(", ")")),
        cause);
    // Problems that differ only in their numbers are one.
    this.kind =
        subject.name() + " " + problem.replaceAll("0x[0-9a-f]*|[-+]?[0-9.]+(E-?[0-9]+)?", "#");
  }

  /** The same for calls that go wrong in the same way. */
  String kind() {
    return kind;
  }

  static String shown(Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    return String.valueOf(value);
  }
}
