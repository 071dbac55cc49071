/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PlainShareTest {
  @Test
  void should_end_with_a_line_of_what_was_reached() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Progress.Share progress = Console.plain(out).share("Reading")) {
      progress.reached(0.25, "100 rows");
      progress.reached(0.5, "200 rows");
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .matches("Reading: 50 %, 200 rows, in \\d+\\.\\d s\\R");
  }

  @Test
  void should_show_nothing_of_a_task_that_never_began() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      Console.plain(out).share("Reading").close();
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
