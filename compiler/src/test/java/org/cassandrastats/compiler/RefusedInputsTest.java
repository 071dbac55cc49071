/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.compiler.emit.Emitted;
import org.cassandrastats.compiler.emit.Emitted.EmittedFunction;
import org.cassandrastats.compiler.sandbox.Sandbox;
import org.cassandrastats.compiler.source.CompileException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What the compiler refuses: with the file, the line that is marked "here", and the reason. */
final class RefusedInputsTest {
  private static final String EXPECTED = "// expected: ";

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> should_refuse_with_place_and_reason() {
    return InputClass.files("refused")
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  private void check(Path file) {
    InputClass input = InputClass.of(file, directory.resolve(file.getFileName().toString()));
    String reason = input.lines().get(0).substring(EXPECTED.length());
    int line = 1;
    while (!input.lines().get(line - 1).contains("// here")) {
      line++;
    }
    String place = input.name() + ".java:" + line + ": ";

    assertThat(errors(input))
        .anySatisfy(error -> assertThat(error).startsWith(place).contains(reason));
  }

  private static List<String> errors(InputClass input) {
    List<String> errors = new ArrayList<>();
    try {
      Emitted emitted = input.emit();
      Sandbox.check(emitted.functions().stream().map(EmittedFunction::body).toList())
          .violations()
          .forEach(violation -> errors.add(violation.toString()));
    } catch (CompileException e) {
      errors.add(e.getMessage());
    }
    return errors;
  }
}
