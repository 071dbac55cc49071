/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.compiler.emit.Emitted;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What the compiler makes of small classes: the expected text, and the same results. */
final class AcceptedInputsTest {
  private static final int CALLS = 2000;
  private static final Path MADE = Project.ROOT.resolve("compiler/target/compiler");

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> should_emit_the_expected_statements() {
    return InputClass.files("accepted")
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compare(file)));
  }

  private void compare(Path file) throws IOException {
    InputClass input = InputClass.of(file, directory.resolve(file.getFileName().toString()));
    String made = statements(input.emit());
    // For reading, and for copying over the expected file once it is found right.
    Files.createDirectories(MADE);
    Files.writeString(MADE.resolve(input.name() + ".cql"), made);
    Path expected = file.resolveSibling(input.name() + ".cql");
    assertThat(expected).as("expected statements; made: %s", made).exists();
    assertThat(made).isEqualTo(Files.readString(expected));
  }

  private static String statements(Emitted emitted) {
    Stream<String> functions =
        emitted.catalogue().functions().stream().map(one -> one.createStatement(""));
    Stream<String> aggregates =
        emitted.catalogue().aggregates().stream().map(one -> one.createStatement(""));
    return Stream.concat(functions, aggregates).collect(Collectors.joining(";\n\n", "", ";\n"));
  }

  @TestFactory
  Stream<DynamicTest> should_do_what_the_method_does() {
    return InputClass.files("accepted")
        .flatMap(
            file -> {
              Path place = directory.resolve("run-" + file.getFileName());
              InputClass input = InputClass.of(file, place);
              return new BodyComparison(input.compiled(), CALLS).tests(input.emit());
            });
  }
}
