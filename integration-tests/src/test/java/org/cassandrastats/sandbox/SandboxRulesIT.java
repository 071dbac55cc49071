/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The compiler's sandbox checker against Cassandra's own: for the examples of every rule, Cassandra
 * says what the file says that it does. So the checker is neither laxer than the server, nor
 * stricter without giving a reason.
 */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag(Lane.THREADS_TAG)
class SandboxRulesIT {
  private static final Pattern SIGNATURE = Pattern.compile("\\((.*)\\) RETURNS (.*)");

  private final Scratch db;

  SandboxRulesIT(Scratch db) {
    this.db = db;
  }

  static List<SandboxFile> examples() {
    return SandboxFile.all();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_treat_an_example_as_its_file_says(SandboxFile example) {
    if (example.isAcceptedByServer(db.node().udfThreads())) {
      create(example);
    } else {
      assertThatThrownBy(() -> createAndCall(example))
          .isInstanceOfAny(
              InvalidQueryException.class, SyntaxError.class, FunctionFailureException.class);
    }
  }

  @Test
  void should_never_let_the_compiler_accept_what_the_server_refuses() {
    assertThat(SandboxFile.all().stream().filter(example -> example.name().equals("accepted")))
        .isNotEmpty()
        .allSatisfy(example -> assertThat(example.server()).as("%s", example).isEqualTo("accepts"));
  }

  @Test
  void should_give_a_reason_wherever_the_compiler_is_stricter_than_the_server() {
    assertThat(SandboxFile.all().stream().filter(example -> example.name().equals("refused")))
        .isNotEmpty()
        .allSatisfy(
            example ->
                assertThat(example.server()).as("%s", example).matches("refuses|accepts: .{20,}"));
  }

  private void create(SandboxFile example) {
    java.util.regex.Matcher signature = SIGNATURE.matcher(example.signature());
    assertThat(signature.matches()).as(example.signature()).isTrue();
    db.function(
        functionName(example) + " (" + signature.group(1) + ")",
        "RETURNS NULL ON NULL INPUT",
        signature.group(2),
        "\n" + example.body());
  }

  /**
   * A class in a body is refused, or else cannot be found when the function is called: it depends
   * on the order in which the compiler of the server hands over its classes.
   */
  private void createAndCall(SandboxFile example) {
    create(example);
    java.util.regex.Matcher signature = SIGNATURE.matcher(example.signature());
    assertThat(signature.matches()).isTrue();
    String arguments =
        Pattern.compile(",")
            .splitAsStream(signature.group(1))
            .map(argument -> argument.strip().replaceFirst("^\\S+ ", ""))
            .map(SandboxRulesIT::literal)
            .collect(Collectors.joining(", "));
    try {
      db.value("SELECT %s." + functionName(example) + "(" + arguments + ") FROM system.local");
    } catch (FunctionFailureException failed) {
      assertThat(failed).hasMessageContaining("NoClassDefFoundError");
      throw failed;
    } catch (CoordinatorException failed) {
      throw new AssertionError(example + " failed in an unexpected way", failed);
    }
  }

  /** A name of its own, so that no example can fail because of another. */
  private static String functionName(SandboxFile example) {
    return (example.rule() + "_" + example.name()).replace('-', '_');
  }

  private static String literal(String type) {
    return switch (type) {
      case "text" -> "'a'";
      case "blob" -> "0x01";
      case "list<double>" -> "[1.0]";
      default -> "1";
    };
  }
}
