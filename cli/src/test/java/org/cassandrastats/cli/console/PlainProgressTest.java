/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PlainProgressTest {
  @Test
  void should_say_at_the_end_what_was_done() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Console console = Console.plain(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    try (Progress progress = console.progress("Loading", 5000, "rows")) {
      progress.reached(2500);
      progress.reached(5000);
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .matches("Loading: 5,000 rows in \\d+\\.\\d s\\R");
  }
}
