/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Catalogue.UserType;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.cli.schema.LiveSchema.LiveFunction;
import org.cassandrastats.cli.schema.Signature;
import org.cassandrastats.udf.annotation.Identifier;

/** Works out what removes the pack from a keyspace, and what uses it. */
final class UninstallPlanner {
  private final Families families;
  private final Catalogue catalogue;
  private final LiveSchema live;
  private final List<SchemaPlan.Step> steps = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Set<Signature> functions = new LinkedHashSet<>();
  private final Set<Signature> aggregates = new LinkedHashSet<>();
  private final Set<String> types = new LinkedHashSet<>();

  private UninstallPlanner(Families families, LiveSchema live) {
    this.families = families;
    this.catalogue = families.catalogue();
    this.live = live;
  }

  static SchemaPlan plan(Families families, LiveSchema live, boolean dropKeyspace) {
    return new UninstallPlanner(families, live).plan(dropKeyspace);
  }

  private SchemaPlan plan(boolean dropKeyspace) {
    chooseFunctions();
    chooseAggregates();
    chooseTypes();
    users();
    for (Signature aggregate : aggregates) {
      drop("AGGREGATE", aggregate.toString(), aggregate.qualified(live.keyspace()));
    }
    for (Signature function : functions) {
      drop("FUNCTION", function.toString(), function.qualified(live.keyspace()));
    }
    for (String type : types) {
      String name = Identifier.quoteIfNeeded(type);
      drop("TYPE", name, Identifier.quoteIfNeeded(live.keyspace()) + "." + name);
    }
    if (dropKeyspace && live.exists()) {
      dropKeyspace();
    }
    return new SchemaPlan(steps, 0, problems, warnings);
  }

  private void drop(String kind, String name, String target) {
    steps.add(
        new SchemaPlan.Step(
            SchemaPlan.Step.Action.DROP,
            kind + " " + name,
            "DROP " + kind + " IF EXISTS " + target));
  }

  private void chooseFunctions() {
    Set<Signature> ours = new LinkedHashSet<>();
    catalogue.functions().forEach(function -> ours.add(Signature.of(function)));
    for (LiveFunction function : live.functions().values()) {
      if (families.cover(function)) {
        functions.add(function.signature());
      } else if (!function.isOfPack() && ours.contains(function.signature())) {
        warnings.add(
            "Function %s is not of this pack, although it has the signature of one; it stays."
                .formatted(function.signature()));
      }
    }
  }

  private void chooseAggregates() {
    for (Aggregate aggregate : catalogue.aggregates()) {
      LiveSchema.LiveAggregate there = live.aggregates().get(Signature.of(aggregate));
      if (there == null) {
        continue;
      }
      if (live.isOfPack(there)) {
        aggregates.add(there.signature());
      } else {
        warnings.add(
            "Aggregate %s is not of this pack, although it has the signature of one; it stays."
                .formatted(there.signature()));
      }
    }
  }

  private void chooseTypes() {
    for (UserType type : catalogue.types()) {
      LiveSchema.LiveType there = live.types().get(type.name());
      if (there != null && there.startsLike(type.fields())) {
        types.add(there.name());
      } else if (there != null) {
        warnings.add(
            "Type %s has other fields than that of this pack; it stays.".formatted(type.name()));
      }
    }
  }

  private void users() {
    for (LiveSchema.LiveAggregate aggregate : live.aggregates().values()) {
      if (!aggregates.contains(aggregate.signature())
          && functions.stream().anyMatch(aggregate::uses)) {
        problems.add(
            "Aggregate %s is not in version %s of the pack and uses its functions. If it is not needed: DROP AGGREGATE %s;"
                .formatted(
                    aggregate.signature(),
                    catalogue.version(),
                    aggregate.signature().qualified(live.keyspace())));
      }
    }
    for (Signature function : functions) {
      for (String column : live.masks().getOrDefault(function.name(), List.of())) {
        problems.add(
            "Column %s is masked by %s. Change its mask first.".formatted(column, function));
      }
    }
    types.forEach(this::usersOfType);
  }

  private void usersOfType(String type) {
    for (Map.Entry<String, List<String>> table : live.tables().entrySet()) {
      if (table.getValue().stream().anyMatch(column -> Signature.mentions(column, type))) {
        problems.add(
            "Table %s has a column of type %s. Drop or alter it first."
                .formatted(table.getKey(), type));
      }
    }
    for (LiveSchema.LiveType other : live.types().values()) {
      if (!types.contains(other.name())
          && other.fields().stream().anyMatch(field -> Signature.mentions(field.type(), type))) {
        problems.add(
            "Type %s has a field of type %s. Drop or alter it first."
                .formatted(other.name(), type));
      }
    }
    for (LiveFunction function : live.functions().values()) {
      boolean mentions =
          Signature.mentions(function.returns(), type)
              || function.signature().types().stream()
                  .anyMatch(argument -> Signature.mentions(argument, type));
      if (mentions && !functions.contains(function.signature())) {
        problems.add(
            "Function %s takes or returns type %s. If it is not needed: DROP FUNCTION %s;"
                .formatted(
                    function.signature(), type, function.signature().qualified(live.keyspace())));
      }
    }
  }

  private void dropKeyspace() {
    Set<String> others = new LinkedHashSet<>();
    live.tables().keySet().forEach(table -> others.add("table " + table));
    live.types().keySet().stream()
        .filter(type -> !types.contains(type))
        .forEach(type -> others.add("type " + type));
    live.functions().values().stream()
        .filter(function -> !functions.contains(function.signature()))
        .forEach(function -> others.add(name("function", function.signature(), function)));
    live.aggregates().values().stream()
        .filter(aggregate -> !aggregates.contains(aggregate.signature()))
        .forEach(
            aggregate ->
                others.add(
                    name(
                        "aggregate",
                        aggregate.signature(),
                        live.functions().get(aggregate.stateSignature()))));
    if (!others.isEmpty()) {
      problems.add(
          "Keyspace %s cannot be dropped, because it holds more: %s. Leave out --drop-keyspace, or drop these first."
              .formatted(live.keyspace(), String.join(", ", others)));
      return;
    }
    String name = Identifier.quoteIfNeeded(live.keyspace());
    drop("KEYSPACE", name, name);
  }

  /** What stays is named by its family if it is of the pack: these are too many to list. */
  private String name(String kind, Signature signature, LiveFunction function) {
    return Optional.ofNullable(function)
        .filter(LiveFunction::isOfPack)
        .filter(ours -> families.isInPack(signature))
        .flatMap(families::familyOf)
        .map(family -> "family " + family)
        .orElse(kind + " " + signature);
  }
}
