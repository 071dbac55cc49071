/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Catalogue.UserType;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.cli.schema.LiveSchema.LiveAggregate;
import org.cassandrastats.cli.schema.LiveSchema.LiveFunction;

/** How a keyspace differs from the catalogue. */
public final class SchemaComparison {
  private static final String LANGUAGE = "java";
  private static final String BODY_QUOTE = "$$";

  private SchemaComparison() {}

  /**
   * One difference.
   *
   * @param family of the object; the type's or foreign object's is empty
   */
  public record Difference(String family, String object, String detail) {
    @Override
    public String toString() {
      return object + ": " + detail;
    }
  }

  /** Every difference, in the order of the catalogue. */
  public static List<Difference> compare(Catalogue catalogue, LiveSchema live) {
    List<Difference> differences = new ArrayList<>();
    for (UserType type : catalogue.types()) {
      LiveSchema.LiveType there = live.types().get(type.name());
      if (there == null) {
        differences.add(new Difference("", "TYPE " + type.name(), "missing"));
      } else if (!there.startsLike(type.fields())
          || there.fields().size() != type.fields().size()) {
        differences.add(
            new Difference(
                "",
                "TYPE " + type.name(),
                "has other fields: " + there.fields().stream().map(Parameter::name).toList()));
      }
    }
    for (Function function : catalogue.functions()) {
      Signature signature = Signature.of(function);
      LiveFunction there = live.functions().get(signature);
      Optional<String> difference =
          there == null ? Optional.of("missing") : difference(function, there);
      difference.ifPresent(
          detail ->
              differences.add(new Difference(function.family(), "FUNCTION " + signature, detail)));
    }
    for (Aggregate aggregate : catalogue.aggregates()) {
      Signature signature = Signature.of(aggregate);
      LiveAggregate there = live.aggregates().get(signature);
      Optional<String> difference =
          there == null ? Optional.of("missing") : difference(aggregate, there);
      difference.ifPresent(
          detail ->
              differences.add(
                  new Difference(aggregate.family(), "AGGREGATE " + signature, detail)));
    }
    return differences;
  }

  /** How a function differs from what it has to be; empty if it does not. */
  public static Optional<String> difference(Function wanted, LiveFunction there) {
    if (!LANGUAGE.equals(there.language())) {
      return Optional.of("is written in " + there.language());
    }
    if (!returns(wanted, there)) {
      return Optional.of("returns " + there.returns() + ", expected " + wanted.returns());
    }
    if (wanted.calledOnNullInput() != there.calledOnNullInput()) {
      return Optional.of(
          there.calledOnNullInput()
              ? "is CALLED ON NULL INPUT, expected RETURNS NULL ON NULL INPUT"
              : "RETURNS NULL ON NULL INPUT, expected CALLED ON NULL INPUT");
    }
    List<String> names = wanted.parameters().stream().map(Parameter::name).toList();
    if (!names.equals(there.parameterNames())) {
      return Optional.of("has parameters " + there.parameterNames() + ", expected " + names);
    }
    String body = installedBody(wanted);
    return body.equals(there.body()) ? Optional.empty() : Optional.of(bodyDifference(body, there));
  }

  /** The body that Cassandra keeps: all that the statement has between the dollars. */
  private static String installedBody(Function function) {
    String statement = function.createStatement("");
    return statement.substring(
        statement.indexOf(BODY_QUOTE) + BODY_QUOTE.length(), statement.lastIndexOf(BODY_QUOTE));
  }

  private static String bodyDifference(String wanted, LiveFunction there) {
    List<String> expected = wanted.lines().toList();
    List<String> found = there.body().lines().toList();
    int line = 0;
    while (line < Math.min(expected.size(), found.size())
        && expected.get(line).equals(found.get(line))) {
      line++;
    }
    return "%s differs from line %d on: \"%s\", expected \"%s\""
        .formatted(
            there.packVersion().map(version -> "body of version " + version).orElse("foreign body"),
            line + 1,
            line < found.size() ? found.get(line).strip() : "(end)",
            line < expected.size() ? expected.get(line).strip() : "(end)");
  }

  /** Whether {@code CREATE OR REPLACE} accepts the function in place of the other. */
  public static boolean isReplaceable(Function wanted, LiveFunction there) {
    return returns(wanted, there) && wanted.calledOnNullInput() == there.calledOnNullInput();
  }

  private static boolean returns(Function wanted, LiveFunction there) {
    return Signature.unfrozen(wanted.returns()).equals(Signature.unfrozen(there.returns()));
  }

  /** How an aggregate differs from what it has to be; empty if it does not. */
  public static Optional<String> difference(Aggregate wanted, LiveAggregate there) {
    if (!there.stateFunction().equals(wanted.stateFunction())) {
      return Optional.of(
          "has state function %s, expected %s"
              .formatted(there.stateFunction(), wanted.stateFunction()));
    }
    if (!Objects.equals(there.finalFunction(), wanted.finalFunction())) {
      return Optional.of(
          "has final function %s, expected %s"
              .formatted(there.finalFunction(), wanted.finalFunction()));
    }
    if (!wanted.initialCondition().equals(there.initialCondition())) {
      return Optional.of(
          "starts from %s, expected %s"
              .formatted(there.initialCondition(), wanted.initialCondition()));
    }
    boolean isSame =
        Signature.unfrozen(there.stateType()).equals(Signature.unfrozen(wanted.stateType()))
            && there.returns(wanted.returns());
    return isSame
        ? Optional.empty()
        : Optional.of(
            "has state %s and returns %s, expected %s and %s"
                .formatted(
                    there.stateType(), there.returns(), wanted.stateType(), wanted.returns()));
  }
}
