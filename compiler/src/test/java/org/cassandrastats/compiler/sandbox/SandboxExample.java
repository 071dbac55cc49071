/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cassandrastats.compiler.source.Location;

/**
 * A body that keeps to a rule or breaks it; see README.md beside the examples.
 *
 * @param rule the rule
 * @param isAccepted whether the compiler accepts the body
 * @param isAcceptedByServer whether Cassandra 5.0 with UDF threads accepts it
 * @param reason why the compiler refuses what the server accepts, or the empty text
 * @param parameters the parameters in CQL
 * @param returns the CQL type of the result
 * @param body the Java body
 */
public record SandboxExample(
    Rule rule,
    boolean isAccepted,
    boolean isAcceptedByServer,
    String reason,
    String parameters,
    String returns,
    String body) {
  private static final Pattern FORMAT =
      Pattern.compile(
          "// server: (accepts|refuses)(?:: (.*))?\\R// \\((.*)\\) RETURNS (.*)\\R((?s).*)");

  /** Both examples of every rule. */
  public static Stream<SandboxExample> all() {
    return Stream.of(Rule.values())
        .flatMap(rule -> Stream.of(read(rule, "accepted"), read(rule, "refused")));
  }

  private static SandboxExample read(Rule rule, String kind) {
    String resource = "/sandbox/" + rule.directory() + "/" + kind + ".java";
    try (InputStream in = SandboxExample.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the rule " + rule + " has no example " + resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Matcher matcher = FORMAT.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalStateException(resource + " does not have the format of README.md");
      }
      return new SandboxExample(
          rule,
          kind.equals("accepted"),
          matcher.group(1).equals("accepts"),
          matcher.group(2) == null ? "" : matcher.group(2),
          matcher.group(3),
          matcher.group(4),
          matcher.group(5));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A name that no other example has. */
  public String name() {
    return "example_" + rule.directory().replace('-', '_') + (isAccepted ? "_yes" : "_no");
  }

  /** The statement that creates the body as a function of a keyspace. */
  public String createStatement(String keyspace) {
    return "CREATE OR REPLACE FUNCTION %s.%s (%s) RETURNS NULL ON NULL INPUT RETURNS %s LANGUAGE java AS $$\n%s$$"
        .formatted(keyspace, name(), parameters, returns, body);
  }

  /** The body for the compiler's own check. */
  Body toBody() {
    String file = rule.directory() + "/" + (isAccepted ? "accepted" : "refused") + ".java";
    return new Body(
        name(),
        Stream.of(parameters.split(", ", -1))
            .map(parameter -> List.of(parameter.split(" ", 2)))
            .map(parameter -> java(parameter.get(1)) + " " + parameter.get(0))
            .reduce((left, right) -> left + ", " + right)
            .orElse(""),
        java(returns),
        body,
        line -> new Location(file, line + 2));
  }

  private static String java(String cql) {
    return switch (cql) {
      case "blob" -> "ByteBuffer";
      case "bigint" -> "long";
      case "text" -> "String";
      case "list<double>" -> "List<Double>";
      default -> cql;
    };
  }

  @Override
  public String toString() {
    return rule + (isAccepted ? " accepted" : " refused");
  }
}
